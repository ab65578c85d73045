import { describe, expect, test } from "bun:test"
import { createForks } from "./forks.ts"

type Session = { id: string; title: string; times: number[] }

function forksOf(...sessions: Session[]) {
  const asked: string[] = []
  const of = (id: string) => sessions.find((session) => session.id === id)
  const client = {
    session: {
      async get({ path }: { path: { id: string } }) {
        asked.push("get")
        return { data: of(path.id) }
      },
      async list() {
        asked.push("list")
        return { data: sessions }
      },
      messages: async ({ path }: { path: { id: string } }) => ({
        data: of(path.id)?.times.map((created, i) => ({ info: { id: `${path.id}-${i}`, time: { created } } })),
      }),
    },
  }
  return { forks: createForks(client as never), asked }
}

describe("OpenCode 1: what a session was copied from", () => {
  const original = { id: "a", title: "Work", times: [1, 2, 3, 4] }

  test("is told by the title and the times of the messages", async () => {
    const { forks } = forksOf(original, { id: "b", title: "Work (fork #1)", times: [1, 2] })
    expect(await forks.originOf("b")).toEqual({ sessionID: "b", from: "a", before: "a-2" })
  })

  test("a complete copy has no first message that was left out, even if both have continued since", async () => {
    const copy = { id: "b", title: "Work (fork #1)", times: [1, 2, 3, 4] }
    expect(await forksOf(original, copy).forks.originOf("b")).toEqual({ sessionID: "b", from: "a", before: undefined })
    const later = forksOf({ ...original, times: [1, 2, 3, 4, 5] }, { ...copy, times: [1, 2, 3, 4, 6, 7] })
    expect(await later.forks.originOf("b")).toEqual({ sessionID: "b", from: "a", before: "a-4" })
  })

  test("a copy of a copy counts on", async () => {
    const copy = { id: "b", title: "Work (fork #1)", times: [1, 2, 9] }
    const { forks } = forksOf(original, copy, { id: "c", title: "Work (fork #2)", times: [1, 2, 9] })
    expect(await forks.originOf("c")).toMatchObject({ from: "b" })
  })

  test("two that fit, or none: nobody knows", async () => {
    const copy = { id: "b", title: "Work (fork #1)", times: [1, 2] }
    expect(await forksOf(original, { ...original, id: "z" }, copy).forks.originOf("b")).toBeUndefined()
    expect(await forksOf({ ...original, times: [7, 8] }, copy).forks.originOf("b")).toBeUndefined()
    expect(await forksOf(copy).forks.originOf("b")).toBeUndefined()
  })

  test("a session that is not a copy costs one query, and none if it was seen to begin", async () => {
    const { forks, asked } = forksOf(original)
    expect(await forks.originOf("a")).toBeUndefined()
    expect(asked).toEqual(["get"])
    forks.created({ id: "n", title: "New session" })
    expect(await forks.originOf("n")).toBeUndefined()
    expect(asked).toEqual(["get"])
  })
})
