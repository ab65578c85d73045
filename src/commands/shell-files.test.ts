import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { inWorktree, MAX_TOUCHED, shellFiles } from "./shell-files.ts"

const shown = (line: string, cwd?: string) =>
  shellFiles(line, { root: "/repo", cwd }).map(({ action, path, to }) => [action, path, ...(to ? [to] : [])].join(" "))

describe("files that commands touch", () => {
  test.each([
    ["rm -f a.ts b/c.ts", ["delete a.ts", "delete b/c.ts"]],
    ["rm -- -odd.ts", ["delete -odd.ts"]],
    ["rm -r old/", ["delete old"]],
    ["mv a.ts b.ts", ["move a.ts b.ts"]],
    ["mv -v a.ts lib/", ["move a.ts lib/a.ts"]],
    ["mv a.ts b.ts lib", ["move a.ts lib/a.ts", "move b.ts lib/b.ts"]],
    ["mv -t lib a.ts", ["move a.ts lib/a.ts"]],
    ["mv src/a.ts .", ["move src/a.ts a.ts"]],
    ["cp a.ts b.ts", ["write b.ts"]],
    ["cp a.ts lib/", ["write lib/a.ts"]],
    ["cp -r a b", []],
    ["touch a b", ["write a", "write b"]],
    ["mkdir -p a/b", []],
    ["sed -i 's/a/b/' x.ts y.ts", ["edit x.ts", "edit y.ts"]],
    ["sed -i '' -e 's/a/b/' x.ts", ["edit x.ts"]],
    ["sed -i.bak 's/a/b/' x.ts", ["edit x.ts"]],
    ['sed --in-place -E "s/$a/b/" x.ts', ["edit x.ts"]],
    ["sed -n 1,5p x.ts", []],
    ["ls | tee a.txt", ["write a.txt"]],
    ["ls | sudo tee -a a.txt", ["edit a.txt"]],
    ["echo x > a; echo y >> b", ["write a", "edit b"]],
    ["npm test > log.txt 2>&1", ["write log.txt"]],
    ["npm test 2>/dev/null >/dev/stdout", []],
    ["git mv a b", ["move a b"]],
    ["git rm -q a", ["delete a"]],
    ["git rm --cached a", []],
    ["git checkout -- a b", ["edit a", "edit b"]],
    ["git checkout main", []],
    ["git restore --source HEAD~1 a", ["edit a"]],
    ["git restore --staged a", []],
    ["git -C other rm a", []],
    ["cat > a.sh <<'EOF'\nrm b\nEOF", ["write a.sh"]],
    ["bash -c 'rm a'", ["delete a"]],
    ["npm run rm a", []],
    ["echo rm a", []],
    ["touch a; touch a", ["write a"]],
  ])("%p", (line, touches) => {
    expect(shown(line)).toEqual(touches)
  })

  test.each([
    "rm *.ts",
    "rm $FILE",
    'rm "$dir/a"',
    "rm $(cat list)",
    "rm ~/a",
    "rm {a,b}",
    "mv a $b",
    "echo x > $f",
    "find . | xargs rm",
  ])("%p: what only the shell knows is skipped", (line) => {
    expect(shown(line)).toEqual([])
  })

  test("a name that is not known does not hide the others", () => {
    expect(shown("rm a *.ts b")).toEqual(["delete a", "delete b"])
    expect(shown("mv *.ts a.js lib/")).toEqual(["move a.js lib/a.js"])
  })
})

describe("where they are", () => {
  test.each([
    ["cd web && rm a", ["delete web/a"]],
    ["cd web; cd ..; rm a", ["delete a"]],
    ["cd /other && rm a", ["delete /other/a"]],
    ["(cd web && rm a) && rm b", ["delete web/a", "delete b"]],
    ["bash -c 'cd web; rm a'; rm b", ["delete web/a", "delete b"]],
    ["cd $x && rm a && rm /repo/b", ["delete b"]],
    ["cd && rm a", []],
    ["cd - && rm a", []],
    ["rm ./a ../x /repo/src/../b /tmp/c", ["delete a", "delete /x", "delete b", "delete /tmp/c"]],
  ])("%p", (line, touches) => {
    expect(shown(line)).toEqual(touches)
  })

  test("in the folder the command runs in", () => {
    expect(shown("mv a ../b", "/repo/web")).toEqual(["move web/a b"])
    expect(shellFiles("rm a/../b")).toEqual([{ path: "b", action: "delete" }])
  })

  test("a neighbour with the worktree's name as its beginning is outside", () => {
    expect(inWorktree("/repository/a", { root: "/repo" })).toBe("/repository/a")
    expect(inWorktree("/repo/a", { root: "/repo/" })).toBe("a")
    expect(inWorktree("/a", { root: "/" })).toBe("/a")
  })
})

test("at most twenty, and only names that were written", () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(name, { maxLength: 60 }), (names) => {
      const touches = shellFiles(`rm ${names.join(" ")}`)
      expect(touches.map(({ path }) => path)).toEqual([...new Set(names)].slice(0, MAX_TOUCHED))
    }),
  )
})
