import { expect, test } from "bun:test"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import type { IdentityKey, KnownProject } from "../../model/project-identity.ts"
import { createProjectPlaces } from "./project-places.ts"

function known(name: string, path: string): KnownProject {
  return { name, keys: [{ kind: "path", value: path }] }
}

test("a directory on a disk that hangs or fails has the project that was seen there, and costs the others nothing", async () => {
  const asked: string[] = []
  const read = (directory: string): Promise<readonly IdentityKey[]> => {
    asked.push(directory)
    if (directory === "/fails") return Promise.reject(new Error("stale file handle"))
    return directory.startsWith("/dead")
      ? new Promise(() => undefined)
      : Promise.resolve([{ kind: "path", value: directory }])
  }
  const projectsOf = createProjectPlaces(read)
  const directories = ["/dead/old/src", "/fails", "/well", "/dead/unknown", "/well"]
  const projects = [known("old", "/dead/old"), known("failing", "/fails"), known("well", "/well")]
  const expected = [
    ["/dead/old/src", "old"],
    ["/fails", "failing"],
    ["/well", "well"],
  ]
  expect([...(await projectsOf(directories, projects))]).toEqual(expected as [string, string][])
  expect([...(await projectsOf(directories, projects))]).toEqual(expected as [string, string][])
  expect(asked).toEqual(["/dead/old/src", "/fails", "/well", "/dead/unknown"])
})

test("one that answers late is known from then on", async () => {
  let answer: (keys: readonly IdentityKey[]) => void = () => undefined
  const projectsOf = createProjectPlaces(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const projects = [known("here", "/elsewhere")]
  expect([...(await projectsOf(["/slow"], projects))]).toEqual([])
  answer([{ kind: "path", value: "/elsewhere" }])
  await Bun.sleep(0)
  expect([...(await projectsOf(["/slow"], projects))]).toEqual([["/slow", "here"]])
})

test("a project that becomes known later is found in a directory that was read before; so is one of a directory that is gone", async () => {
  const folder = join(tempDir("work"), "shop")
  mkdirSync(folder)
  const projectsOf = createProjectPlaces()
  expect([...(await projectsOf([folder], []))]).toEqual([])
  expect([...(await projectsOf([folder], [known("shop", folder)]))]).toEqual([[folder, "shop"]])
  rmSync(folder, { recursive: true })
  expect([...(await createProjectPlaces()([folder], [known("shop", folder)]))]).toEqual([[folder, "shop"]])
})
