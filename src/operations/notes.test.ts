import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, open } from "../../test/bed/opened-app.ts"
import { tempDir } from "../../test/bed/sandbox.ts"

afterAll(closeApps)

test("a deleted fact does not come back by itself", async () => {
  const { call } = await open()
  const text = "The reports are rendered on the server, so that links to them can be shared"
  const [path = ""] = /facts\/\S+\.md/.exec(await call("memory_save", { text })) ?? []
  expect(await call("memory_delete", { path })).toStartWith(`Deleted ${path}`)
  expect(await call("memory_save", { text })).toContain("(deleted)")
})

test("a fact that is written again with nothing but its reason keeps its sentence", async () => {
  const { call, read, app } = await open()
  const text = "The reports are rendered on the server, so that links to them can be shared"
  const [path = ""] = /facts\/\S+\.md/.exec(await call("memory_save", { text })) ?? []
  await call("memory_read", { path })
  expect(await call("memory_write", { path, content: "Why: mails quote them" })).toStartWith("Replaced")
  expect(read(path)).toEndWith(`${text}\n\nWhy: mails quote them\n`)
  expect(app.scopeNotes("project").index.get(path)?.info.fact?.text).toBe(text)
})

describe("a first run", () => {
  test("makes the tree with seed notes that say what they are for, and the list of projects", async () => {
    const { call, read, root, app } = await open()
    const tree = await call("memory_tree")
    expect(tree).toContain("system/persona.md")
    expect(tree).toContain("system/human.md")
    expect(tree).toContain("system/project.md")
    expect(tree).toMatch(
      /reference\/projects\.md \(\d+\/100000\) — Projects that have a memory of their own \(generated\) \[read-only\]/,
    )
    expect(read("system/human.md", "global")).toMatch(/description: .*Who the user is/)
    expect(read("reference/projects.md", "global")).toContain(`- ${app.project.name}`)
    expect(readdirSync(join(root, "memory/global")).sort()).toEqual(["archive", "facts", "reference", "system"])
  })

  test("a deleted seed note does not come back", async () => {
    const first = await open()
    expect(await first.call("memory_delete", { path: "system/persona", scope: "global" })).toStartWith(
      "Deleted system/persona.md",
    )
    await first.close()
    const second = await open({ root: first.root, directory: first.directory })
    expect(existsSync(second.file("system/persona.md", "global"))).toBe(false)
  })

  test("empty seed notes take one line of the prompt together, and next to others one each", async () => {
    const { prefix, call } = await open()
    expect(prefix("a")).toContain("\nEmpty: system/human, system/persona (global); system/project (project)\n")
    await call("memory_write", { path: "system/x", content: "written" })
    expect(prefix("b").match(/<system .*>\(empty\) .*<\/system>/g)).toHaveLength(3)
  })
})

describe("memory_write and memory_read", () => {
  test("write, then read", async () => {
    const { call, read } = await open()
    expect(
      await call("memory_write", {
        path: "reference/api",
        content: "body one",
        description: "D: x",
        type: "reference",
      }),
    ).toBe("Wrote reference/api.md (8/5000 chars, cold, project scope)")
    const text = await call("memory_read", { path: "reference/api.md" })
    expect(text).toStartWith("reference/api.md (project, cold) — D: x\n8/5000 characters · type reference · updated ")
    expect(text).toEndWith("\n\nbody one")
    expect(read("reference/api.md")).toMatch(
      /^---\ndescription: "D: x"\ntype: reference\ncreated: "[^"]+Z"\nupdated: "[^"]+Z"\n---\n\nbody one\n$/,
    )
  })

  test("the default of every argument is what the description says", async () => {
    const { call, file } = await open()
    await call("memory_write", { path: "a", content: "x", scope: null, description: null })
    expect(existsSync(file("a.md", "project"))).toBe(true)
    expect(await call("memory_read", { path: "a" })).toContain("— A\n")
  })

  test("over the limit is refused with the counts and changes nothing", async () => {
    const { call, file } = await open()
    const answer = await call("memory_write", { path: "big", content: "x".repeat(5001) })
    expect(answer).toStartWith("Error (over_limit): big.md would have 5001 characters, its limit is 5000")
    expect(existsSync(file("big.md"))).toBe(false)
    expect(await call("memory_write", { path: "big", content: "x".repeat(5001), limit: 6000 })).toContain(
      "(5001/6000 chars",
    )
  })

  test("read-only and broken notes are not touched by the agent, and say why", async () => {
    const { call, edit, read } = await open()
    edit("system/ro.md", "---\nreadonly: true\n---\nkeep")
    edit("system/broken.md", "---\n: [[\n---\nkeep")
    for (const [tool, args] of [
      ["memory_write", { content: "x" }],
      ["memory_edit", { oldString: "keep", newString: "gone" }],
      ["memory_delete", {}],
      ["memory_demote", {}],
    ] as const) {
      expect(await call(tool, { path: "system/ro", ...args })).toMatch(
        /^Error \(note_readonly\): system\/ro\.md is read-only/,
      )
      expect(await call(tool, { path: "system/broken", ...args })).toMatch(
        /^Error \(note_not_understood\): system\/broken\.md cannot be/,
      )
    }
    expect(read("system/ro.md")).toBe("---\nreadonly: true\n---\nkeep")
    expect(read("system/broken.md")).toBe("---\n: [[\n---\nkeep")
    expect(await call("memory_read", { path: "system/broken" })).toContain("warning: the frontmatter is not understood")
    expect(await call("memory_write", { path: "reference/projects", scope: "global", content: "x" })).toContain(
      "note_readonly",
    )
  })

  test("bytes that are not text are shown, never rewritten", async () => {
    const { call, file, edit } = await open()
    edit("latin.md", "")
    const bytes = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])
    writeFileSync(file("latin.md"), bytes)
    expect(await call("memory_read", { path: "latin" })).toContain("warning: the file is not UTF-8 text")
    expect(await call("memory_edit", { path: "latin", oldString: "caf", newString: "x" })).toContain(
      "note_not_understood",
    )
    expect(readFileSync(file("latin.md"))).toEqual(bytes)
  })

  test("the agent can neither set nor unset readonly and trust, and what is quarantined is in no prompt", async () => {
    const { call, edit, read, prefix } = await open()
    expect(await call("memory_write", { path: "a", content: "x", readonly: true, trust: "trusted" })).toStartWith(
      "Wrote",
    )
    expect(read("a.md")).not.toContain("readonly")
    expect(await call("memory_write", { path: "b", content: "---\nreadonly: true\n---\nx" })).toContain(
      "frontmatter_in_content",
    )
    expect(
      await call("memory_write", { path: "c", content: "x", description: "a\nreadonly: true\n---\ntrust: trusted" }),
    ).toStartWith("Waiting for the user (instructs): c.md")
    expect((await call("memory_read", { path: "c" })).split("\n")[1]).not.toContain("read-only")
    edit("facts/q.md", "---\ntrust: quarantined\n---\nold")
    await call("memory_read", { path: "facts/q" })
    await call("memory_write", { path: "facts/q", content: "new" })
    expect(read("facts/q.md")).toContain("trust: quarantined")
    expect(prefix()).not.toContain("facts/q.md")
    expect(await call("memory_tree")).toMatch(/facts\/q\.md \[quarantined/)
    expect(await call("memory_delete", { path: "facts/q" })).toContain("note_quarantined")
    expect(await call("memory_promote", { path: "facts/q" })).toContain("note_quarantined")
  })

  test("what the agent has not seen it may not replace; what it has seen it may", async () => {
    const { call, edit, prefix } = await open()
    edit("reference/mine.md", "hand made")
    const blind = await call("memory_write", { path: "reference/mine", content: "gone" })
    expect(blind).toStartWith("Error (note_changed): reference/mine.md holds 9 characters that you have not read")
    await call("memory_read", { path: "reference/mine" })
    edit("reference/mine.md", "changed since")
    expect(await call("memory_write", { path: "reference/mine", content: "gone" })).toContain("note_changed")
    await call("memory_read", { path: "reference/mine" })
    expect(await call("memory_write", { path: "reference/mine", content: "merged" })).toStartWith("Replaced")
    expect(await call("memory_write", { path: "reference/mine", content: "again" }, "ses_other")).toContain(
      "note_changed",
    )

    await call("memory_write", { path: "system/shown", content: "in the prompt" })
    prefix("ses_third")
    expect(await call("memory_write", { path: "system/shown", content: "replaced" }, "ses_third")).toStartWith(
      "Replaced",
    )
    prefix("ses_fourth")
    expect(await call("memory_write", { path: "system/project", content: "first words" }, "ses_fourth")).toStartWith(
      "Replaced",
    )
    edit("comment.md", "<!-- a person's comment -->")
    expect(await call("memory_write", { path: "comment", content: "gone" })).toContain("note_changed")
  })

  test("long notes and long lines are read page by page, and are seen when all pages were", async () => {
    const { call, edit, read } = await open()
    const many = Array.from({ length: 2500 }, (_, i) => `line ${i}`).join("\n")
    const body = `${many}\n${"y".repeat(59_003)}\n${"記憶😀".repeat(9000)}\nthe end`
    edit("long.md", body)
    let text = ""
    let answer = ""
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      answer = await call("memory_read", { path: "long", offset })
      const next = /\n\n?… \d+ more lines: read on with offset (\d+)$/.exec(answer)
      // Above either, the host would cut the answer and our pointer with it.
      expect(Buffer.byteLength(answer)).toBeLessThan(50 * 1024)
      expect(answer.split("\n").length).toBeLessThan(2000)
      const page = answer.slice(answer.indexOf("\n\n") + 2, next?.index)
      text += page
      offset = next ? Number(next[1]) : undefined
    }
    expect(text.replaceAll("\n", "")).toBe(body.replaceAll("\n", ""))
    expect(await call("memory_write", { path: "long", content: "short now" })).toStartWith("Replaced")
    edit("long.md", body)
    await call("memory_read", { path: "long", offset: 30 })
    expect(await call("memory_write", { path: "long", content: "gone" })).toContain("note_changed")
    expect(read("long.md")).toBe(body)
  })

  test("links and back-links", async () => {
    const { call } = await open()
    await call("memory_write", { path: "reference/a", content: "see [[b]] and [[nowhere]] and [[human]]" })
    await call("memory_write", { path: "reference/b", content: "the target" })
    expect(await call("memory_read", { path: "reference/a" })).toContain(
      "links: [[b]] → reference/b.md, [[nowhere]]?, [[human]] → system/human.md",
    )
    expect(await call("memory_read", { path: "reference/b" })).toContain("linked from: reference/a.md")
  })

  test("a missing note is told apart and a near one is named", async () => {
    const { call } = await open()
    await call("memory_write", { path: "reference/api", content: "x" })
    expect(await call("memory_read", { path: "system/api" })).toBe(
      "Error (note_not_found): there is no note system/api.md in the project scope. there is reference/api.md; memory_tree lists every note",
    )
  })

  test("hidden characters are left out of answers and reported; the file keeps them", async () => {
    const { call, edit, read } = await open()
    edit("h.md", "see\u{e0041}\u200b this")
    expect(await call("memory_read", { path: "h" })).toContain("warning: 2 invisible characters are left out here")
    expect(await call("memory_read", { path: "h" })).toEndWith("see this")
    expect(read("h.md")).toContain("\u{e0041}")
    expect(await call("memory_write", { path: "w", content: "a\u202eb" })).toEndWith(
      "warning: it holds 1 invisible characters, which prompts leave out",
    )
  })
})

describe("memory_edit", () => {
  test("exact and unique, as often as wanted", async () => {
    const { call, read } = await open()
    await call("memory_write", { path: "n", content: "one two two" })
    expect(await call("memory_edit", { path: "n", oldString: "one", newString: "1" })).toStartWith("Edited n.md")
    expect(await call("memory_edit", { path: "n", oldString: "1", newString: "uno" })).toStartWith("Edited n.md")
    expect(await call("memory_edit", { path: "n", oldString: "two", newString: "2" })).toBe(
      "Error (several_matches): oldString occurs 2 times in n.md. give more of the surrounding text, or set replaceAll",
    )
    expect(await call("memory_edit", { path: "n", oldString: "two", newString: "2", replaceAll: true })).toEndWith(
      ", 2 places",
    )
    expect(await call("memory_edit", { path: "n", oldString: "three", newString: "x" })).toStartWith("Error (no_match)")
    expect(await call("memory_edit", { path: "n", oldString: "", newString: "x" })).toStartWith("Error (no_match)")
    expect(read("n.md")).toEndWith("\n\nuno 2 2\n")
  })

  test("dollar patterns are literal, CRLF files stay CRLF, escapes of the prompt are undone", async () => {
    const { call, edit, read } = await open()
    edit("d.md", "a X b\r\nsecond\r\n")
    expect(await call("memory_edit", { path: "d", oldString: "X b\nsecond", newString: "$& $` $'\nnext" })).toStartWith(
      "Edited",
    )
    expect(read("d.md")).toMatch(/a \$& \$` \$'\r\nnext\r\n$/)
    edit("t.md", "close </cairn> here")
    expect(
      await call("memory_edit", { path: "t", oldString: "close &lt;/cairn> here", newString: "fine" }),
    ).toStartWith("Edited")
  })

  test("over the limit is refused", async () => {
    const { call } = await open()
    await call("memory_write", { path: "n", content: "abc", limit: 10 })
    expect(await call("memory_edit", { path: "n", oldString: "b", newString: "x".repeat(20) })).toContain(
      "n.md would have 22 characters, its limit is 10",
    )
  })
})

describe("promote and demote", () => {
  test("keep sub-folders sensible", async () => {
    const { call } = await open()
    await call("memory_write", { path: "reference/api/auth", content: "x" })
    expect(await call("memory_promote", { path: "reference/api/auth" })).toStartWith(
      "Promoted to system/api/auth.md (1/5000 chars, hot",
    )
    expect(await call("memory_demote", { path: "system/api/auth" })).toStartWith("Demoted to reference/api/auth.md")
    await call("memory_write", { path: "team/rota", content: "x" })
    expect(await call("memory_promote", { path: "team/rota" })).toStartWith("Promoted to system/team/rota.md")
  })

  test("a clash is refused with the other name, in any case", async () => {
    const { call } = await open()
    await call("memory_write", { path: "reference/Project", content: "x" })
    expect(await call("memory_promote", { path: "reference/Project" })).toBe(
      "Error (path_taken): system/project.md exists already. use system/project.md itself, or another name",
    )
    expect(await call("memory_promote", { path: "system/project" })).toContain("already_hot")
    expect(await call("memory_demote", { path: "reference/Project" })).toContain("already_cold")
  })

  test("a move that was cut short is finished by asking again", async () => {
    const { call, file } = await open()
    await call("memory_write", { path: "reference/x", content: "words" })
    linkSync(file("reference/x.md"), file("system/x.md"))
    expect(await call("memory_promote", { path: "reference/x" })).toStartWith("Promoted to system/x.md")
    expect(existsSync(file("reference/x.md"))).toBe(false)
    expect(await call("memory_edit", { path: "system/x", oldString: "words", newString: "more words" })).toStartWith(
      "Edited",
    )
  })

  test("refresh the prefix at once, unless switched off", async () => {
    const { call, prefix } = await open()
    await call("memory_write", { path: "reference/x", content: "promoted words" })
    const before = prefix()
    await call("memory_promote", { path: "reference/x" })
    expect(before).not.toContain("promoted words")
    expect(prefix()).toContain("promoted words")
    const off = await open({ env: { CAIRN_REFRESH_ON_PROMOTE_DEMOTE: "false" } })
    await off.call("memory_write", { path: "reference/x", content: "promoted words" })
    off.prefix()
    await off.call("memory_promote", { path: "reference/x" })
    expect(off.prefix()).not.toContain("promoted words")
  })
})

describe("hotDir", () => {
  test("another hot folder works everywhere", async () => {
    const { call, prefix } = await open({ env: { CAIRN_HOT_DIR: "pinned" } })
    expect(await call("memory_tree")).toContain("pinned/persona.md")
    await call("memory_write", { path: "pinned/x", content: "hot words" })
    expect(await call("memory_demote", { path: "pinned/x" })).toStartWith("Demoted to reference/x.md")
    await call("memory_promote", { path: "reference/x" })
    expect(prefix()).toContain('<system path="pinned/x.md"')
    expect(prefix()).toContain("Hot notes (pinned/)")
  })
})

describe("paths and links", () => {
  const hostile = [
    "../../../x",
    "/etc/passwd",
    "..\\x",
    "%2e%2e/x",
    ".git/config",
    "a/../../b",
    "a\0b",
    "C:/x",
    "nul",
    `${"y/".repeat(200)}y`,
  ]

  test("no verb leaves the scope", async () => {
    const { app, call, root } = await open()
    await app.store.history?.flush()
    const before = readdirSync(join(root, ".."), { recursive: true }).length
    for (const path of hostile) {
      for (const [tool, more] of [
        ["memory_read", {}],
        ["memory_write", { content: "x" }],
        ["memory_edit", { oldString: "a", newString: "b" }],
        ["memory_delete", {}],
        ["memory_promote", {}],
        ["memory_demote", {}],
        ["memory_history", {}],
        ["memory_rollback", { commitHash: "abcdef1" }],
      ] as const) {
        expect(await call(tool, { path, ...more })).toMatch(/^Error \((bad_path|already_cold)\)/)
      }
    }
    await app.store.history?.flush()
    expect(readdirSync(join(root, ".."), { recursive: true }).length).toBe(before)
  })

  test("a note whose name another system wrote in another Unicode form can be used", async () => {
    const { call, edit, app } = await open()
    edit("cafe\u0301.md", "from another disk")
    await app.scopeNotes("project").refreshNow()
    expect(await call("memory_read", { path: "caf\u00e9" })).toEndWith("from another disk")
    expect(await call("memory_edit", { path: "caf\u00e9", oldString: "another", newString: "this" })).toStartWith(
      "Edited",
    )
    expect(await call("memory_delete", { path: "caf\u00e9" })).toStartWith("Deleted")
  })

  test("the name of a scope is not a folder in it", async () => {
    const { call } = await open()
    expect(await call("memory_write", { path: "global/system/human", content: "x" })).toMatch(
      /^Error \(bad_path\).*scope "global"/,
    )
    expect(await call("memory_read", { path: "projects/x/a" })).toMatch(/^Error \(bad_path\).*scope "project"/)
  })

  test("links are neither followed nor replaced, twins are refused", async () => {
    const { call, file, root } = await open()
    const outside = tempDir("outside")
    writeFileSync(join(outside, "secret.md"), "secret words")
    symlinkSync(join(outside, "secret.md"), file("reference/link.md"))
    symlinkSync(outside, file("reference/dir"))
    linkSync(join(outside, "secret.md"), file("reference/hard.md"))
    expect(await call("memory_read", { path: "reference/link" })).toContain("link_refused")
    expect(await call("memory_read", { path: "reference/dir/secret" })).toContain("link_refused")
    expect(await call("memory_write", { path: "reference/dir/new", content: "x" })).toContain("link_refused")
    expect(await call("memory_write", { path: "reference/link", content: "x" })).toContain("link_refused")
    await call("memory_read", { path: "reference/hard" })
    expect(await call("memory_write", { path: "reference/hard", content: "x" })).toContain("link_refused")
    expect(readdirSync(outside)).toEqual(["secret.md"])
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret words")
    const tree = await call("memory_tree")
    expect(tree).not.toContain("link.md")
    expect(tree).not.toContain("dir/secret")

    await call("memory_write", { path: "Café", content: "x" })
    expect(await call("memory_write", { path: "cafe\u0301", content: "y" })).toContain("path_taken")
    mkdirSync(join(root, "memory", "global", "Notes"))
    expect(await call("memory_write", { path: "notes/x", scope: "global", content: "y" })).toContain("path_taken")
  })
})

describe("bad calls", () => {
  test("get a short error that tells how to do it right", async () => {
    const { call } = await open()
    expect(await call("memory_read", {})).toMatch(
      /^Error \(bad_arguments\): memory_read: "path": .*call memory_read again/,
    )
    expect(await call("memory_read", { path: 7 })).toStartWith("Error (bad_arguments)")
    expect(await call("memory_read", { path: "x", scope: "universe" })).toStartWith("Error (bad_arguments)")
    expect(await call("memory_read", "x")).toStartWith("Error (bad_arguments)")
    expect(await call("memory_history", { limit: -1 })).toStartWith("Error (bad_arguments)")
    for (const answer of [await call("memory_read", {}), await call("memory_rollback", { commitHash: "--all" })])
      expect(answer.length).toBeLessThan(300)
  })
})

test("the output of another session is not read", async () => {
  const { app, call } = await open()
  const { id } = await app.store.toolOutputs.keep("ses_other", clean("what a tool printed there"), app.directory)
  expect(await call("memory_read", { path: `output:${id}` }, "ses_test")).toContain("no_such_output")
  expect(await call("memory_read", { path: `output:${id}` }, "ses_other")).toBe("what a tool printed there")
})
