import { expect, test } from "bun:test"
import { isThin } from "./support.ts"

test("a bare statement about the work is thin", () => {
  const thin = [
    "The carousel is blue",
    "The lexer file has a loop",
    "There is a conflict in the branch",
    "The archive holds the drawings",
    "The chart was larger",
    "Next comes the data model of the quay",
  ]
  expect(thin.filter((text) => !isThin(text))).toEqual([])
})

test("a rule, a reason, a place, a limit, a habit of a kind or of the user are support enough", () => {
  const supported = [
    "The quay must be dry",
    "The carousel is blue because the harbour is",
    "Drawings are kept in docs/plans",
    "The crane's limit is 12 tonnes",
    "Invoices are signed",
    "The user writes in Danish",
    "The lock listens on port 7001",
    "Runs on `make quay`",
  ]
  expect(supported.filter(isThin)).toEqual([])
})

test("only English is judged", () => {
  const others = ["Die Rechnung ist blau", "La grúa es azul", "倉庫は青い", "Кран синий и большой"]
  expect(others.filter(isThin)).toEqual([])
})
