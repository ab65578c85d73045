import { expect, test } from "bun:test"
import { fileShown, readsOneFile } from "./file-read.ts"

test("one file, or parts of it, is a read however the shell shows it", () => {
  const reads = [
    "cat a.ts",
    "cat -n src/a.ts 2>/dev/null",
    "sed -n '1,80p' a.ts",
    "sed -n -e '1,80p' a.ts",
    "sed -n '1,5p;20,30p' a.ts",
    "nl -ba a.py | sed -n '1,200p'",
    "head -100 a.ts",
    "head -n 100 a.ts",
    "tail -n +20 a.ts",
    "awk 'NR>=10 && NR<=40' a.ts",
    "bat --style=plain a.ts",
    "cd web && cat a.ts | head -80",
    "wc -l a.ts && cat a.ts",
    "bash -lc \"sed -n '1,110p' a.js && sed -n '200,255p' a.js\"",
    "Get-Content -Path a.ps1 -TotalCount 100",
    "cat > a.ts <<'EOF'\nx\nEOF\ncat a.ts",
    "tee a.ts <<'EOF'\nx\nEOF",
    "git show HEAD:src/a.ts",
    "cat ~/p/a.ts",
    'cat "$HOME/a.ts"',
    `cat $\{ROOT}/src/a.ts`,
    "cat src/[id]/page.tsx",
    "sed -n '1,80p' 'app/[...slug]/page.tsx'",
    "cat <<EOF | tee a.ts\nx\nEOF",
    "cat <<'EOF' | tee -a a.ts\nx\nEOF",
    'pwsh -c "Get-Content a.ts"',
    "powershell.exe -NoProfile -Command Get-Content a.ts -TotalCount 50",
  ]
  expect(reads.filter((line) => !readsOneFile(line))).toEqual([])
})

test("several files, a search, a change or anything else that prints does not count", () => {
  const others = [
    "cat a.ts b.ts",
    "cat *.ts",
    "cat $FILE",
    "cat $(git ls-files)",
    "cat `ls`",
    "cat src/{a,b}.ts",
    'cat "$DIR"/*.ts',
    "cat <<EOF\nx\nEOF\ncat",
    "cat <<EOF | head\nx\nEOF",
    "cat a.ts | tee b.ts",
    "npm test | tee a.log",
    'pwsh -c "npm test"',
    "cat a.ts && cat b.ts",
    "cat a.ts | grep x",
    "grep x a.ts",
    "sed 's/a/b/' a.ts",
    "find . | head",
    "git show HEAD",
    "git diff a.ts",
    "cat a.ts && npm test",
    "cat > a.ts <<'EOF'\nx\nEOF",
    "cat",
    "echo hi",
    "",
  ]
  expect(others.filter(readsOneFile)).toEqual([])
})

test("the file has the name that the command gives it, in the folder that it runs in", () => {
  const lines = ["cd src && sed -n '1,80p' a.ts", "git show HEAD:src/a.ts", "cat a.ts b.ts", "npm test"]
  expect(lines.map((line) => fileShown(line))).toEqual(["src/a.ts", "HEAD:src/a.ts", undefined, undefined])
  const place = { root: "/w", cwd: "/w/web" }
  const inWeb = ["cat a.ts", "cat ../a.ts", "cat /w/a.ts", "cat /etc/hosts", "cat a.ts && cd src", "cd $DIR; cat a.ts"]
  expect(inWeb.map((line) => fileShown(line, place))).toEqual([
    "web/a.ts",
    "a.ts",
    "a.ts",
    "/etc/hosts",
    "web/a.ts",
    "?/a.ts",
  ])
  expect(fileShown("cat a.ts; cd src; cat a.ts", place)).toBeUndefined()
})
