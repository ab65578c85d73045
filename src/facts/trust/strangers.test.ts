import { describe, expect, test } from "bun:test"
import { readsStrangers } from "./strangers.ts"

describe("tools that bring in what strangers write", () => {
  test.each([
    ["webfetch", { url: "http://localhost:3000" }],
    ["websearch", { query: "x" }],
    ["codesearch", { query: "x" }],
  ])("%s %p", (tool, args) => {
    expect(readsStrangers(tool, args)).toBe("web")
  })

  test.each([
    ["linear_list_issues", {}],
    ["supabase_execute_sql", { query: "select 1" }],
    ["figma_get_file", {}],
    ["filesystem_search_files", { path: "src" }],
    ["webpack_build", {}],
    ["read_file", {}],
    ["memory_read_graph", {}],
    ["execute", { code: "const page = await tools.webfetch({ url })" }],
    ["execute", { code: "await tools.linear.issues()" }],
    ["execute", { code: "await tools[name]({})" }],
    ["execute", { code: "const { grep } = tools" }],
    ["execute", { code: 'await tools.shell({ command: "ls" })' }],
    ["", {}],
  ])("nobody knows of %s %p", (tool, args) => {
    expect(readsStrangers(tool, args)).toBe("foreign-tool")
  })

  test.each([
    ["read", { filePath: "https://example.com" }],
    ["grep", { pattern: "https://" }],
    ["task", { prompt: "fetch https://example.com" }],
    ["execute", { code: 'await tools.grep({ pattern: "x" })' }],
    ["execute", { code: "1 + 1" }],
    ["bash", {}],
  ])("not %s %p", (tool, args) => {
    expect(readsStrangers(tool, args)).toBeUndefined()
  })

  test("but those that the user trusts, by name or all of a server's", () => {
    const trusted = ["filesystem_*", "serena_find", "*_local"]
    const asked = ["filesystem_read", "serena_find", "x_local", "serena_find_all", "my_filesystem_read", "filesystem"]
    expect(asked.filter((tool) => readsStrangers(tool, {}, trusted) === undefined)).toEqual(asked.slice(0, 3))
    expect(readsStrangers("execute", { code: "tools.filesystem.read()" }, trusted)).toBeUndefined()
    expect(readsStrangers("webfetch", {}, ["*"])).toBe("web")
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
    "ssh build.example.com tail app.log",
    "scp build.example.com:log.txt .",
    "rsync -a git@build.example.com:data/ .",
    "psql -c 'select body from comments'",
    "mysql shop -e 'select 1'",
    "redis-cli get note",
    "docker logs web",
    "docker compose -f a.yml logs -f web",
    "kubectl -n shop logs pod/web",
    "journalctl -u web",
    "aws logs tail /app",
    "pbpaste",
    "xclip -o",
    "jira issue view ABC-1",
    "gh repo clone owner/name",
    "gh run watch",
    "npx some-cli https://example.com",
    "npm run fetch -- https://example.com/x",
    "python3 fetch.py https://example.com",
    "pip install git+https://example.com/x.git",
    "git fetch https://example.com/x.git main",
    "git ls-remote git@example.com:owner/name",
    "aws s3 cp s3://bucket/notes.txt -",
    "node -e 'new Client(`postgres://db.example.com/x`)'",
    "nc example.com 80",
    "cairn messages ses_1 --show-tools",
    "npx -y opencode-cairn@0.1.0 search left-pad | head",
    "node /x/bin/cairn.mjs session-export ses_1",
    "BUN_BE_BUN=1 opencode run /x/bin/cairn.mjs compare a b",
    "opencode export ses_1",
    "sqlite3 ~/.local/share/opencode/opencode.db 'select data from part'",
  ])("%s", (command) => {
    expect(readsStrangers("bash", { command })).toBe("web")
  })

  test.each([
    "echo curl https://example.com",
    "cairn save 'search the messages first'",
    "opencode run add a search box to the list of sessions",
    "ls -l ~/.local/share/opencode/opencode.db",
    "sqlite3 dev.db 'select 1'",
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
    "nc -z localhost 5432",
    "ssh -p 2222 dev@localhost",
    "ssh -V",
    "docker build -t web .",
    "docker run --rm web",
    "kubectl apply -f web.yml",
    "gh pr merge 3",
    "gh --version",
    "git push https://example.com/x.git main",
    "git commit -m 'see https://example.com/1 and ask ann@example.com: she knows'",
    "rg https://example.com src",
    "node app.js --db postgres://me:pw@localhost:5432/x",
    "node app.js file:///tmp/x sqlite:///tmp/y",
    "rsync -a src/ copy/",
    "python3 -c 'print(1)'",
    "cat <<EOF > a.sh\ncurl https://example.com\nEOF",
    "",
  ])("not %s", (command) => {
    expect(readsStrangers("bash", { command })).toBeUndefined()
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
    ["x https://a ", true],
    ["x a@b", false],
    ["aA", false],
  ])("a megabyte of %p ends", (piece, expected) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(readsStrangers("bash", { command: text })).toBe(expected ? "web" : undefined)
    expect(readsStrangers(text, {}, ["a*b", text])).toBeUndefined()
    expect(readsStrangers("execute", { code: text })).toBe("foreign-tool")
  })
})
