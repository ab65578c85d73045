import { describe, expect, test } from "bun:test"
import { RETIRING_AGES, type RetiringAges } from "../../model/tunable.ts"
import { factsOf, type OutputKind } from "./output-target.ts"
import { likelySaved, type Retirable, retirableOutputs } from "./retirable.ts"
import type { ShownOutput } from "./shown-output.ts"

const LONG = "a line of some output that is long enough\n".repeat(40)

type Given = Partial<ShownOutput> & Pick<ShownOutput, "call">

function output({ call, ...given }: Given): ShownOutput {
  return {
    call,
    tool: "bash",
    args: { command: call },
    text: `${call} ${LONG}`,
    ok: true,
    step: 0,
    before: 0,
    ...given,
  }
}

function read(call: string, path: string, given: Partial<ShownOutput> = {}): ShownOutput {
  return output({ call, tool: "read", args: { filePath: path }, ...given })
}

function codeLines(from: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `const value_${from + at} = compute(${from + at})`).join("\n")
}

/** Forty lines from 200 on. */
function part(call: string, args: ShownOutput["args"], step = 1): ShownOutput {
  const numbered = codeLines(200, 40)
    .split("\n")
    .map((line, at) => `${200 + at}: ${line}`)
  return output({ call, tool: "read", args, text: numbered.join("\n"), step })
}

function edit(call: string, step: number, oldString: string): ShownOutput {
  return output({ call, tool: "edit", args: { filePath: "/w/a.ts", oldString }, text: "ok", step })
}

interface Around {
  readonly steps?: number
  readonly user?: readonly (readonly [string, number])[]
  readonly longer?: readonly OutputKind[]
  readonly stays?: (output: ShownOutput) => boolean
  readonly ages?: RetiringAges
  /** Steps after which the user spoke. */
  readonly spoke?: readonly number[]
  readonly isLapsed?: boolean
}

/** Shorter than the default, so that a story fits a few lines. */
const AGES = { ...RETIRING_AGES, output: 10 }

function leaving(outputs: readonly ShownOutput[], around: Around = {}): Retirable[] {
  const { steps = 10, user = [], longer = [], stays = () => false, ages = AGES, spoke = [], isLapsed = false } = around
  const said = spoke.map((step) => ({ id: `u${step}`, step, text: "go on" }))
  return retirableOutputs({
    conversation: { outputs, said, steps, tokens: 100_000 },
    from: 0,
    factsOf: (one) => factsOf(one, "/w"),
    named: new Map(user),
    ages,
    isLapsed,
    longer: new Set(longer),
    stays,
  })
}

const callsOf = (found: readonly Retirable[]) => found.map(({ output }) => output.call)

describe("an output may leave", () => {
  test("by its age, and not before", () => {
    const outputs = [output({ call: "a" }), output({ call: "b", step: 1 })]
    expect(callsOf(leaving(outputs))).toEqual(["a"])
    expect(callsOf(leaving(outputs, { steps: 11 }))).toEqual(["a", "b"])
  })

  test("never within the last 25 steps, unless a setting says otherwise", () => {
    const outputs = Array.from({ length: 40 }, (_, step) => output({ call: `c${step}`, step }))
    const left = leaving(outputs, { steps: 40, ages: RETIRING_AGES })
    expect(Math.max(...left.map(({ output }) => output.step))).toBe(15)
  })

  test("after a pause as soon as it is 5 steps old, and at once what is out of date; a source that may be changed still stays", () => {
    const outputs = [
      read("source", "/w/a.ts", { step: 1 }),
      output({ call: "old", step: 15 }),
      output({ call: "recent", step: 16 }),
      read("changed", "/w/b.ts", { step: 18 }),
      output({ call: "edit", tool: "edit", args: { filePath: "/w/b.ts" }, text: "ok", step: 19 }),
    ]
    const useful = (around: Around) =>
      callsOf(leaving(outputs, { steps: 20, ages: RETIRING_AGES, ...around }).filter(({ isLast }) => !isLast))
    expect(useful({ isLapsed: true })).toEqual(["changed", "old"])
    expect(useful({ isLapsed: true, ages: { ...RETIRING_AGES, lapsed: 25 } })).toEqual(["changed"])
    expect(useful({})).toEqual([])
  })

  test("what an edit replaced, three steps later and after a pause at once", () => {
    const edited = (call: string, given: Partial<ShownOutput> = {}) =>
      output({
        call,
        tool: "edit",
        args: { filePath: "/w/a.ts" },
        argument: "oldString",
        text: "x".repeat(320),
        step: 5,
        ...given,
      })
    const outputs = [edited("a"), edited("b", { step: 6 })]
    expect(leaving(outputs, { steps: 7 })).toEqual([])
    expect(leaving(outputs, { steps: 8 })).toMatchObject([{ output: { call: "a" }, why: "replaced", tokens: 80 }])
    expect(callsOf(leaving(outputs, { steps: 7, isLapsed: true }))).toEqual(["a", "b"])
    expect(leaving(outputs, { steps: 8, longer: ["replaced"] })).toEqual([])
    expect(leaving(outputs, { steps: 8 }).map(likelySaved)).toEqual([55])
  })

  test("a file that a command shows, as one that is read", () => {
    const shown = (call: string, command: string) => output({ call, args: { command }, step: 1 })
    const outputs = [
      shown("source", "sed -n '1,80p' src/a.ts"),
      shown("document", "cat notes.md"),
      shown("run", "node src/a.ts"),
    ]
    const isLast = () => leaving(outputs, { steps: 30 }).map(({ output: { call }, isLast = false }) => [call, isLast])
    expect(isLast()).toEqual([
      ["document", false],
      ["run", false],
      ["source", true],
    ])
    outputs.push(output({ call: "e", tool: "edit", args: { filePath: "/w/src/a.ts" }, text: "ok", step: 2 }))
    expect(leaving(outputs, { steps: 5 }).map(({ output, why }) => [output.call, why])).toEqual([
      ["source", "superseded"],
    ])
  })

  test("a source that was left alone in work that is done, as anything else", () => {
    const change = (step: number) =>
      output({ call: `e${step}`, tool: "edit", args: { filePath: "/w/z.ts" }, text: "ok", step })
    const outputs = [
      read("first", "/w/a.ts", { step: 1 }),
      ...[2, 3, 4, 5, 6, 6, 7].map(change),
      read("next", "/w/b.ts", { step: 8 }),
    ]
    const useful = (more: readonly ShownOutput[], spoke: readonly number[]) =>
      callsOf(leaving([...outputs, ...more], { steps: 30, spoke }).filter(({ isLast }) => !isLast))
    expect(useful([], [0, 7])).toEqual([])
    expect(useful([change(9)], [0, 7])).toEqual([])
    expect(useful([change(9)], [0, 7, 10])).toEqual(["first"])
  })

  test("a source that was read and not changed yet much later, unless the window is full; a document as anything else", () => {
    const outputs = [read("source", "/w/a.ts"), read("document", "/w/a.md"), read("data", "C:\\w\\a.YML")]
    const early = leaving(outputs)
    expect(early.map(({ output, isLast }) => [output.call, isLast])).toEqual([
      ["document", undefined],
      ["data", undefined],
      ["source", true],
    ])
    expect(leaving(outputs, { steps: 90 }).some(({ isLast }) => isLast)).toBe(false)
  })

  test("a source that was read after something else was changed in the same turn, as anything else", () => {
    const change = (call: string, step: number, given: Partial<ShownOutput> = {}) =>
      output({ call, tool: "edit", args: { filePath: "/w/z.ts" }, text: "ok", step, ...given })
    const outputs = [
      read("before", "/w/a.ts", { step: 1 }),
      change("edit", 2),
      read("beside", "/w/b.ts", { step: 2 }),
      read("after", "/w/c.ts", { step: 3 }),
      read("next turn", "/w/d.ts", { step: 5 }),
      change("failed", 6, { ok: false }),
      read("after a failure", "/w/e.ts", { step: 7 }),
      change("other edit", 8),
      read("after again", "/w/f.ts", { step: 9 }),
    ]
    const first = (from: number) =>
      leaving(outputs.slice(from), { steps: 30, spoke: [0, 4] })
        .filter(({ isLast }) => !isLast)
        .map(({ output }) => output.call)
    expect(first(0)).toEqual(["after", "after again"])
    // What was before them may have left, or may never leave.
    expect(first(1)).toEqual(["after", "after again"])
    expect(callsOf(leaving(outputs, { steps: 30, spoke: [0, 4], stays: ({ step }) => step < 9 }))).toEqual([
      "after again",
    ])
  })

  test("three steps after the file was changed, however the tools name it", () => {
    const patch = { patchText: "*** Begin Patch\n*** Update File: src/a.ts\n@@\n" }
    const outputs = [
      read("r", "/w/src/a.ts", { step: 1 }),
      output({ call: "p", tool: "apply_patch", args: patch, text: "ok", step: 3 }),
    ]
    expect(leaving(outputs, { steps: 5 })).toEqual([])
    expect(leaving(outputs, { steps: 6 })[0]).toMatchObject({ why: "superseded", kind: "read" })
  })

  test("not while the file is still being changed", () => {
    const edit = (call: string, step: number) =>
      output({ call, tool: "edit", args: { filePath: "/w/a.ts" }, text: "ok", step })
    const outputs = [read("r", "/w/a.ts", { step: 1 }), edit("e", 2), edit("f", 10)]
    expect(leaving(outputs, { steps: 10 })).toEqual([])
    expect(leaving(outputs, { steps: 12 }).map(({ isLast }) => isLast)).toEqual([true])
    expect(leaving(outputs, { steps: 13 })[0]).toMatchObject({ why: "superseded" })
  })

  test("a part of a file whose other lines are still as they were, 25 steps after the last change", () => {
    const outputs = [part("r", { filePath: "/w/a.ts", offset: 200, limit: 40 }), edit("e", 30, codeLines(201, 3))]
    expect(leaving(outputs, { steps: 54, ages: RETIRING_AGES })).toEqual([])
    expect(leaving(outputs, { steps: 55, ages: RETIRING_AGES })).toMatchObject([{ why: "superseded", kind: "read" }])
    expect(leaving([...outputs, edit("f", 50, codeLines(206, 1))], { steps: 74, ages: RETIRING_AGES })).toEqual([])
    // After a pause, when the cache is gone, at once.
    expect(callsOf(leaving(outputs, { steps: 31, isLapsed: true }))).toEqual(["r"])
  })

  test("a part of a file three steps after the last change, if little of it is left or it is shown again", () => {
    const range = { filePath: "/w/a.ts", offset: 200, limit: 40 }
    const left = (...later: readonly ShownOutput[]) => callsOf(leaving([part("r", range), ...later], { steps: 33 }))
    expect(left(edit("e", 30, codeLines(201, 3)))).toEqual([])
    expect(left(edit("elsewhere", 30, codeLines(1, 40)))).toEqual([])
    expect(left(edit("much", 30, codeLines(201, 9)))).toEqual(["r"])
    expect(left(edit("e", 29, codeLines(201, 5)), edit("f", 30, codeLines(210, 5)))).toEqual(["r"])
    expect(left(output({ call: "w", tool: "write", args: { filePath: "/w/a.ts" }, text: "ok", step: 30 }))).toEqual([
      "r",
    ])
    expect(left(part("again", range, 29), edit("e", 30, codeLines(201, 3)))).toEqual(["r"])
  })

  test("so with several edits in one call, with a patch and with what a command shows", () => {
    const edits = {
      filePath: "/w/a.ts",
      edits: [{ oldString: codeLines(201, 2) }, { oldString: codeLines(205, 1) }, null],
    }
    const patchOf = (count: number) =>
      `*** Begin Patch\n*** Update File: a.ts\n@@\n${codeLines(201, count).replaceAll(/^/gm, "-")}\n+other\n`
    const by = (tool: string, args: ShownOutput["args"]) => output({ call: "c", tool, args, text: "ok", step: 30 })
    const left = (first: ShownOutput, change: ShownOutput) => callsOf(leaving([first, change], { steps: 33 }))
    const asked = part("r", { filePath: "/w/a.ts", offset: 200 })
    expect(left(asked, by("multiedit", edits))).toEqual([])
    expect(left(asked, by("apply_patch", { patchText: patchOf(3) }))).toEqual([])
    expect(left(asked, by("apply_patch", { patchText: patchOf(20) }))).toEqual(["r"])
    const shown = (command: string) => output({ call: "r", args: { command }, text: codeLines(201, 40), step: 1 })
    expect(left(shown("sed -n '200,240p' a.ts"), edit("c", 30, codeLines(201, 3)))).toEqual([])
    expect(left(shown("cat a.ts"), edit("c", 30, codeLines(201, 3)))).toEqual(["r"])
  })

  test("once the same lines of the file were read again, and not for a part of them", () => {
    const again = (args: object) => [
      read("r", "a.ts"),
      read("s", "a.ts", { args: { filePath: "a.ts", ...args }, step: 1 }),
    ]
    expect(leaving(again({}), { steps: 1 })).toEqual([])
    expect(callsOf(leaving(again({}), { steps: 2 }))).toEqual(["r"])
    expect(leaving(again({ offset: 100, limit: 20 }), { steps: 6 })).toEqual([])
  })

  test("not for a read that ended before its lines, because the host shows only so much at once", () => {
    const lines = (from: number, count: number) =>
      `<content>\n${Array.from({ length: count }, (_, at) => `${from + at}: some code`).join("\n")}\n\n(more)\n</content>\n12345: a reminder`
    const part = (call: string, offset: number) =>
      read(call, "a.ts", { args: { filePath: "a.ts", offset, limit: 80 }, text: lines(offset, 80) })
    const outputs = [
      part("inside", 1900),
      part("behind", 5000),
      read("whole", "a.ts", { text: lines(1, 2000), step: 1 }),
    ]
    expect(callsOf(leaving(outputs, { steps: 6 }))).toEqual(["inside"])
  })

  test("once the command was run again, or the very same text came again", () => {
    const run = (call: string, given: Partial<ShownOutput>) => output({ call, args: { command: "npm test" }, ...given })
    expect(callsOf(leaving([run("a", {}), run("b", { step: 1 })], { steps: 6 }))).toEqual(["a"])
    const same = [output({ call: "x", text: LONG }), output({ call: "y", text: LONG, step: 1 })]
    expect(leaving(same, { steps: 6 })[0]).toMatchObject({ why: "duplicate" })
  })

  test("once the command was run again in the same folder", () => {
    const run = (call: string, workdir: string | undefined, step = 0) =>
      output({ call, args: { command: "npm test", workdir }, step })
    const first = run("a", "packages/a")
    expect(leaving([first, run("b", "packages/b", 1), run("root", undefined, 1)], { steps: 6 })).toEqual([])
    expect(callsOf(leaving([first, run("again", "/w/packages/a/", 1)], { steps: 6 }))).toEqual(["a"])
    expect(callsOf(leaving([run("root", "/w"), run("again", undefined, 1)], { steps: 6 }))).toEqual(["root"])
  })

  test("once the file that a command showed was changed, and not for its namesake in another folder", () => {
    const shown = (call: string, args: ShownOutput["args"]) => output({ call, args, step: 1 })
    const outputs = [
      shown("workdir", { command: "cat package.json", workdir: "/w/packages/a" }),
      shown("cd", { command: "cd packages/a && cat package.json" }),
      shown("root", { command: "cat package.json" }),
    ]
    const change = (filePath: string) => output({ call: "e", tool: "edit", args: { filePath }, text: "ok", step: 2 })
    const left = (path: string) => callsOf(leaving([...outputs, change(path)], { steps: 5 }))
    expect(left("/w/package.json")).toEqual(["root"])
    expect(left("/w/packages/a/package.json")).toEqual(["workdir", "cd"])
  })

  test("in a folder of the repository, what tools name relatively is in that folder", () => {
    const pathOf = (tool: string, args: ShownOutput["args"]) => factsOf({ tool, args }, "/w", "/w/web").path
    expect(pathOf("read", { path: "a.ts" })).toBe("web/a.ts")
    expect(pathOf("read", { filePath: "/w/a.ts" })).toBe("a.ts")
    expect(pathOf("bash", { command: "cat a.ts" })).toBe("web/a.ts")
    expect(pathOf("bash", { command: "cat a.ts", workdir: ".." })).toBe("a.ts")
    const patch = { patchText: "*** Begin Patch\n*** Update File: a.ts\n@@\n" }
    expect(factsOf({ tool: "apply_patch", args: patch }, "/w", "/w/web").changes).toEqual(["web/a.ts"])
  })

  test("a run that failed as a call supersedes nothing", () => {
    const again = output({ call: "b", args: { command: "a" }, ok: false, step: 1 })
    expect(leaving([output({ call: "a" }), again], { steps: 6 })).toEqual([])
  })
})

describe("an output stays", () => {
  test("when it is small, failed, holds a file, is an instruction or the user's answer, or memory", () => {
    const outputs = [
      output({ call: "small", text: "ok" }),
      output({ call: "failed", ok: false }),
      output({ call: "image", hasFile: true }),
      output({ call: "skill", tool: "skill" }),
      output({ call: "asked", tool: "question" }),
      output({ call: "note", tool: "memory_read", args: { path: "system/a" }, isOwn: true }),
    ]
    expect(leaving(outputs, { steps: 100 })).toEqual([])
  })

  test("a retired output that was fetched back may leave again", () => {
    const fetched = output({ call: "m", tool: "memory_read", args: { path: "output:0123456789ab" }, isOwn: true })
    expect(callsOf(leaving([fetched]))).toEqual(["m"])
  })

  test("when the user has named the file since it was read, if it was changed unless the window is full, not if it was read again", () => {
    const outputs = [read("r", "/w/src/a.ts", { step: 5 })]
    const changed = output({ call: "e", tool: "edit", args: { filePath: "/w/src/a.ts" }, text: "ok", step: 6 })
    const again = read("s", "/w/src/a.ts", { step: 7 })
    const user = [["a.ts", 6]] as const
    expect(leaving(outputs, { steps: 300, user })).toEqual([])
    expect(leaving([...outputs, changed], { steps: 300, user }).map(({ isLast }) => isLast)).toEqual([true])
    expect(leaving([...outputs, changed], { steps: 8, user })).toEqual([])
    expect(callsOf(leaving([...outputs, again], { steps: 13, user }))).toEqual(["r"])
    expect(
      callsOf(
        leaving(outputs, {
          steps: 300,
          user: [
            ["a.ts", 5],
            ["b.ts", 9],
          ],
        }),
      ),
    ).toEqual(["r"])
  })

  test("when the latest message that names files named it before it was read, until it is read again or changed", () => {
    const outputs = [read("r", "/w/config.yaml", { step: 2 })]
    const user = [["config.yaml", 1]] as const
    expect(leaving(outputs, { steps: 300, user })).toEqual([])
    expect(leaving(outputs, { steps: 300, user, spoke: [1, 40], isLapsed: true })).toEqual([])
    expect(callsOf(leaving(outputs, { steps: 300, user: [...user, ["other.ts", 40]] }))).toEqual(["r"])
    const changed = output({ call: "e", tool: "edit", args: { filePath: "/w/config.yaml" }, text: "ok", step: 3 })
    expect(leaving([...outputs, changed], { steps: 6, user }).map(({ isLast }) => isLast)).toEqual([undefined])
    const again = read("s", "/w/config.yaml", { step: 3 })
    expect(callsOf(leaving([...outputs, again], { steps: 4, user }))).toEqual(["r"])
  })

  test("when the user has named its path, and not its namesake elsewhere", () => {
    const outputs = [read("tool", "/w/bin/build", { step: 2 }), read("other", "/w/lib/build", { step: 2 })]
    expect(callsOf(leaving(outputs, { steps: 300, user: [["bin/build", 3]] }))).toEqual(["other"])
    expect(callsOf(leaving(outputs, { steps: 300, user: [["bin/build", 1]] }))).toEqual(["other"])
  })

  test("twice as long where its kind was asked for again, and where something else holds it", () => {
    const outputs = [output({ call: "a" })]
    expect(leaving(outputs, { steps: 19, longer: ["command"] })).toEqual([])
    expect(callsOf(leaving(outputs, { steps: 20, longer: ["command"] }))).toEqual(["a"])
    expect(leaving(outputs, { steps: 90, stays: () => true })).toEqual([])
  })
})

test("what is least likely to be needed comes first", () => {
  const outputs = [
    read("file", "/w/a.ts", { before: 1 }),
    output({ call: "curl localhost", before: 2 }),
    output({ call: "ls -la src", before: 3 }),
    output({ call: "npm test", before: 4 }),
    read("old", "/w/b.ts", { before: 5 }),
    read("new", "/w/b.ts", { step: 1, before: 6 }),
  ]
  expect(callsOf(leaving(outputs))).toEqual(["old", "npm test", "ls -la src", "curl localhost", "file"])
})
