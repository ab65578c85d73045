import { expect, test } from "bun:test"
import { reasonsIn } from "./reasons.ts"

const REASONS = [
  "The root cause is that the cache key ignores the locale.",
  "The issue was that `parseDate` used the local time zone.",
  "The actual problem: `onClick` fires twice under StrictMode.",
  "I went with a queue instead of cron, because cron cannot retry.",
  "Tried raising the timeout first, but that only hid the race.",
  "We can't use worker threads here: the SQLite handle cannot be moved.",
  "`useMemo` returned a new object on each render because `deps` was missing.",
  "I kept the old endpoint because the mobile app still calls it.",
  "Bumping the version alone wasn't enough because the lockfile pinned the old one.",
  "The flake came from two tests sharing one temp directory.",
  "I rejected the regex approach: nested quotes make it ambiguous.",
  "It turned out the container runs as root and the volume does not.",
  "Keeping `better-sqlite3` pinned, since 12.x drops Node 20.",
  "The suite was flaky due to a shared port in `server.test.ts`.",
  "Since this is pre-production, I'll add it to the first migration rather than creating a new one.",
  "The timeouts weren't about the network: the pool hands out one connection at a time.",
  "A worker would have been neater, but the kiosk disables them by policy.",
  "I reverted the parallel upload: the gateway allows two sessions for each user.",
  "The tooltip flickered because both the tween and the layout wrote its position.",
  "The linker error was due to the order of the static libraries.",
  "Two copies of React were bundled, and that is what triggered the invalid hook call.",
  "Flags are read once at startup instead of per request, as the client took 40 ms each time.",
  "Upgrading to version 5 isn't possible: it requires TLS 1.3 and the proxy ends at 1.2.",
  "The 8 MB buffer is deliberate: it is left on purpose so that uploads stay in memory.",
]

const OTHERS = [
  "Let me check the log because the test fails.",
  "Now I'll update the tests.",
  "All 42 tests pass now.",
  "I'll run the suite again since the cache was stale.",
  "The issue might be that `parseDate` uses the local time zone.",
  "It is probably because the cache is stale in `store.ts`.",
  "Is that because `a.ts` is missing?",
  "Here is what I changed in `parser.ts`:",
  "| `a.ts` | moved because of the cycle |",
  "Issue 4: restore drill with `dated` records",
  "I committed only `a.ts` because the hook failed on unrelated files.",
  "Running the tests again because the last run timed out in `a.ts`.",
  "I ran the tests again because the first run was interrupted.",
  "The edit failed because the string was not unique in the file.",
  "Since you asked for tests, I added three of them.",
  "The command wasn't found, running it again from the root.",
  "It would be nice to have a test for it as well.",
  "Updated the changelog and the version, as you asked.",
  "Because.",
]

test("a cause, a reason for a choice, and what did not do", () => {
  expect(REASONS.filter((text) => reasonsIn([text]).length !== 1)).toEqual([])
})

test("no announcement, guess, question, report or heading", () => {
  expect(OTHERS.filter((text) => reasonsIn([text]).length > 0)).toEqual([])
})

test("what follows an announcement is taken by itself, and one answer gives a few", () => {
  expect(reasonsIn(["Now fix the mock — it leaks into other tests because `mockImplementation` stays."])).toEqual([
    "it leaks into other tests because `mockImplementation` stays.",
  ])
  const many = Array.from({ length: 9 }, (_, n) => `The root cause of failure ${n} is a missing lock.`)
  expect(reasonsIn(many)).toHaveLength(3)
})

test("hostile texts take no time", () => {
  const words = ["because ", "— ", "the issue ", "instead of ", "tried ", "a,"]
  expect(words.flatMap((word) => reasonsIn([word.repeat(200_000)]))).toEqual([])
})
