import { describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import fc from "fast-check"
import { splitLine } from "./shell-line.ts"

/** `word`, `word?` if the shell would expand it, `>file`, and what follows. */
function shown(line: string): string[] {
  return splitLine(line).map(({ words, writes, connector }) =>
    [
      ...words.map(({ text, plain }) => (plain ? text : `${text}?`)),
      ...writes.map(({ word, append }) => (append ? ">>" : ">") + word.text),
      ...(connector ? [connector] : []),
    ].join(" "),
  )
}

describe("a line", () => {
  test.each([
    ["a && b || c; d | e & f", ["a &&", "b ||", "c ;", "d |", "e &", "f"]],
    ["a\nb\n\nc", ["a ;", "b ;", "c"]],
    ["a &&\n  b", ["a &&", "b"]],
    ["a \\\n  b", ["a b"]],
    ["echo 'a && b; c' \"d | e\"", ["echo a && b; c d | e"]],
    ["echo it\\'s a\\ b", ["echo it's a b"]],
    ['git commit -m "say \\"x\\" && y"', ['git commit -m say "x" && y']],
    ["a # b && c\nd", ["a ;", "d"]],
    ["a b#c", ["a b#c"]],
    ["(cd a && b) && c", ["cd a &&", "b &&", "c"]],
    ["{ a; b; } | c", ["{? a ;", "b ;", "}? |", "c"]],
    ["case x in a) b;; esac", ["case x in a", "b ;", "esac"]],
    ["", []],
    [" ; ; ", []],
  ])("%p", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test.each([
    ["rm $x $(ls; a) `b | c`", ["rm $x? $(ls; a)? `b | c`?"]],
    [`rm $${"{y:-a;b}"} c`, [`rm $${"{y:-a;b}"}? c`]],
    ['rm "$x" "a$(b "c d" && e)f" \'$y\'', ['rm $x? a$(b "c d" && e)f? $y']],
    ["rm *.ts a? [ab] {a,b} ~/x a~", ["rm *.ts? a?? [ab]? {a,b}? ~/x? a~"]],
    ["a=(1 2; 3) b", ["a=(1 2; 3)? b"]],
    ["diff <(a; b) c", ["diff (a; b)? c"]],
    ["rm $(unclosed && b", ["rm $(unclosed && b?"]],
  ])("%p: what the shell would expand is marked", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test.each([
    ["a > b 2>&1", ["a >b"]],
    ["a >>b 2>/dev/null", ["a >>b >/dev/null"]],
    ["a &> b; c &>> d", ["a >b ;", "c >>d"]],
    ["a >| b < c <<< d", ["a >b"]],
    ["> b", [">b"]],
    ["a 2 > b", ["a 2 >b"]],
    ["a >&2", ["a"]],
    ['a > "b c"', ["a >b c"]],
  ])("%p: where output goes", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test.each([
    ["cat > a <<'EOF'\nrm b && tsc\nEOF\nc", ["cat >a ;", "c"]],
    ["cat <<-EOF | d\n\tx\n\tEOF\ne", ["cat |", "d ;", "e"]],
    ["a <<X <<Y\n1\nX\n2\nY\nb", ["a ;", "b"]],
    ["a <<EOF\nnever ends; rm x", ["a ;"]],
  ])("%p: a heredoc's body is no command", (line, commands) => {
    expect(shown(line)).toEqual(commands)
  })

  test("quoted words are told apart", () => {
    const [command] = splitLine("a 'b' \"c\" d\\e f")
    expect(command?.words.map(({ quoted }) => quoted)).toEqual([false, true, true, true, false])
  })

  test("subshells are counted", () => {
    expect(splitLine("a; (b; (c)); d) e").map(({ depth }) => depth)).toEqual([0, 1, 2, 0, 0])
  })

  test("plain words come back as they were", () => {
    const word = fc.stringMatching(/^[a-z0-9_./=:,+@-]{1,12}$/)
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1 }), { minLength: 1 }), (commands) => {
        const line = commands.map((words) => words.join(" ")).join(" && ")
        expect(splitLine(line).map(({ words }) => words.map(({ text }) => text))).toEqual(commands)
      }),
    )
  })

  test("quotes and escapes mean what they mean to a real shell", () => {
    const inside = fc.stringMatching(/^[a-c #;&|*]{0,4}$/)
    const part = fc.oneof(
      fc.stringMatching(/^[a-c,.=:+@-]{1,3}$/),
      inside.map((text) => `'${text}'`),
      inside.map((text) => `"${text}\\"\\\\\\a"`),
      fc.constantFrom("\\ ", "\\'", "\\\\", "\\$", "\\\n", " ", "  ", "\t"),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), (parts) => {
        const line = `printf '%s\\0' x${parts.join("")}`
        const real = execFileSync("sh", ["-c", line], { encoding: "utf8" }).split("\0").slice(0, -1)
        expect(splitLine(line).map(({ words }) => words.slice(2).map(({ text }) => text))).toEqual([real])
      }),
    )
  })

  test("no line is too odd", () => {
    const part = fc.constantFrom(
      "'",
      '"',
      "`",
      "$(",
      "${",
      ")",
      "(",
      "<<E",
      "\n",
      ">",
      "&",
      "|",
      ";",
      "\\",
      "a",
      " ",
      "#",
      "E",
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const line = parts.join("")
        const kept = splitLine(line).flatMap(({ words, writes }) => [...words, ...writes.map(({ word }) => word)])
        expect(kept.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(line.length)
      }),
    )
  })
})
