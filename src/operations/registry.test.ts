import { expect, test } from "bun:test"
import { isOwnTool } from "../model/own-tool.ts"
import { isFor } from "./operation.ts"
import { operations } from "./registry.ts"

test("Cairn knows its own tools by name, and nobody else's", () => {
  const names = operations.filter(isFor("agent")).map(({ name }) => name)
  expect(names.filter((name) => !isOwnTool(name))).toEqual([])
  expect(["memory_search_nodes", "memory_read_graph", "memory", "xmemory_read"].filter(isOwnTool)).toEqual([])
})
