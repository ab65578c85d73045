import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

test("of long JSON the outer levels stay before the items", () => {
  const items = Array.from({ length: 30 }, (_, at) => ({ id: at, title: `Item ${at}`, state: "open", score: at / 7 }))
  const output = JSON.stringify({ total: 30, nextCursor: "c-31", items, rateLimit: { remaining: 12 } }, null, 2)
  const pruned = prune({ tool: "bash", args: { command: "curl -s host/items | jq ." }, output, mode: "hyper" })
  expect(pruned?.strategy).toBe("json")
  expect(pruned?.text).toMatchInlineSnapshot(`
    "{
      "total": 30,
      "nextCursor": "c-31",
      "items": [
        {
          "id": 0,
          "title": "Item 0",
          "state": "open",
          "score": 0
        },
        {
          "id": 1,
          "title": "Item 1",
          "state": "open",
          "score": 0.14285714285714285
        },
        {
          "id": 2,
          "title": "Item 2",
          "state": "open",
    [… 161 lines left out]
          "state": "open",
          "score": 4.142857142857143
        }
      ],
      "rateLimit": {
        "remaining": 12
      }
    }"
  `)
})
