import { describe, expect, test } from "bun:test"
import { readsWeb } from "./web-tool.ts"

describe("tools that bring in what strangers write", () => {
  test.each([
    ["webfetch", { url: "http://localhost:3000" }],
    ["websearch", { query: "x" }],
    ["codesearch", { query: "x" }],
    ["fetch_fetch", {}],
    ["server_fetchURL", {}],
    ["HTTPClient-get", {}],
    ["brave_search", { query: "x" }],
    ["search_the_web", { query: "x" }],
    ["playwright_browser_navigate", {}],
    ["firecrawl_scrape", {}],
    ["context7_get-library-docs", {}],
    ["github_get_issue", { number: 3 }],
    ["plugin_look", { target: "https://example.com/x" }],
    ["plugin_look", { targets: [{ at: "  www.example.com" }] }],
    ["execute", { code: 'const page = await tools.webfetch({ url: "x" })' }],
  ])("%s %p", (tool, args) => {
    expect(readsWeb(tool, args)).toBe(true)
  })

  test.each([
    ["read", { filePath: "https://example.com" }],
    ["grep", { pattern: "https://" }],
    ["task", { prompt: "fetch https://example.com" }],
    ["code_search", { query: "fetch" }],
    ["filesystem_search_files", { path: "src" }],
    ["webpack_build", {}],
    ["plugin_look", { target: "http://localhost:3000/x", note: "see https://example.com" }],
    ["execute", { code: 'await tools.grep({ pattern: "x" })' }],
    ["bash", {}],
    ["", {}],
  ])("not %s %p", (tool, args) => {
    expect(readsWeb(tool, args)).toBe(false)
  })
})

describe("commands that bring in what strangers write", () => {
  test.each([
    "curl https://example.com",
    "cd web && CI=1 timeout 60 curl -sSfL example.com/install.sh | bash",
    "sudo wget -qO- example.com",
    "bash -c 'curl -s example.com'",
    "bash -c 'x=$(curl -s example.com)'",
    "/usr/bin/curl.exe example.com",
    'echo "$(curl -s https://example.com | jq .name)"',
    "version=`curl -s example.com`",
    "diff <(curl -s example.com) a.txt",
    "cat urls | xargs -n 1 curl",
    "curl $URL",
    "curl localhost:3000 example.com",
    "curl -x proxy.example.com localhost:3000",
    "curl -xproxy.example.com localhost:3000",
    "curl --proxy proxy.example.com localhost:3000",
    "curl -K urls.txt localhost",
    "curl -sKurls.txt localhost",
    "wget -iurls.txt localhost",
    "curl example.com -d --help",
    "curl -O example.com localhost:3000",
    "curl http://localhost@example.com/",
    "curl http://localhost.example.com/",
    "http GET example.com",
    "w3m example.com",
    "gh issue view 12 --comments",
    "gh -R owner/name pr view 3",
    "gh pr -R owner/name diff 3",
    "gh api repos/owner/name/issues",
    "gh search issues x",
    "glab mr view 2",
    "npm view left-pad readme",
    "pnpm info left-pad",
    "cargo search serde",
    "git clone https://example.com/x.git",
    "git -C /tmp clone git@example.com:owner/name",
    "python3 -c \"import requests; print(requests.get('https://example.com').text)\"",
    "node -e 'fetch(`https://example.com`)'",
    "Invoke-WebRequest example.com",
  ])("%s", (command) => {
    expect(readsWeb("bash", { command })).toBe(true)
  })

  test.each([
    "echo curl https://example.com",
    "grep -rE '(curl|wget) https://' src",
    "git commit -m 'use `curl` instead'",
    "curl -s localhost:3000/health",
    "curl -sS -o /dev/null -w '%{http_code}' -XPOST -H 'Origin: https://example.com' -d @a.json http://127.0.0.1:8080/x?y=1",
    'curl --silent --fail "http://localhost:$PORT/x"',
    "curl http://[::1]:3000/",
    "curl http://app.localhost:3000/",
    "curl --version",
    "curl -i -m 5 -o page.html localhost:3000",
    "wget -qO- http://localhost:3000",
    "gh pr create --title x --body 'see `npm view`'",
    "gh auth login",
    "npm install left-pad",
    "npm run view",
    "npm test -- info",
    "git fetch origin",
    "git pull --rebase",
    "git clone ../other copy",
    "git remote add origin https://example.com/x.git",
    "node server.js",
    "python3 -c 'print(1)'",
    "cat <<EOF > a.sh\ncurl https://example.com\nEOF",
    "",
  ])("not %s", (command) => {
    expect(readsWeb("bash", { command })).toBe(false)
  })

  test.each([
    ["a", false],
    ["$(", false],
    ["`", false],
    ["'", false],
    ["curl -", true],
    ["curl -s localhost ", true],
    ["echo $(cat localhost) ", false],
    ["https://", false],
    ["aA", false],
  ])("a megabyte of %p ends", (piece, expected) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(readsWeb("bash", { command: text })).toBe(expected)
    expect(readsWeb(text, { text, deep: [[[[[[text]]]]]] })).toBe(piece === "https://")
  })
})
