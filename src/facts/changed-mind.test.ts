import { describe, expect, test } from "bun:test"
import { changeOf, stanceOf } from "./changed-mind.ts"

const change = (older: string, newer: string) => changeOf(stanceOf(newer), stanceOf(older))

describe("a changed mind", () => {
  test.each([
    ["We use Postgres 15", "We use Postgres 16 now"],
    ["the database is postgres 15", "we are on postgres 16"],
    ["use npm", "use pnpm"],
    ["We use npm", "Use pnpm instead of npm"],
    ["we use npm for installs", "we use pnpm, not npm"],
    ["The dev server runs on port 3000", "the dev server is now on port 4000"],
    ["Node 20 is what CI runs on: node 20", "CI runs on node 22"],
    ["We use Jenkins for deploys", "We moved from Jenkins to Buildkite"],
    ["Tickets are in Trello", "We moved from Trello to Linear"],
    ["I use vim", "I use neovim now"],
    ["wir nutzen npm", "wir nutzen jetzt pnpm"],
    ["wir nutzen npm", "wir sind von npm auf pnpm umgestiegen"],
    ["usamos npm", "ahora usamos pnpm"],
    ["on utilise npm", "on utilise maintenant pnpm"],
    ["usamos npm no projeto", "agora usamos pnpm em vez de npm no projeto"],
    ["usiamo jest", "ora usiamo vitest"],
    ["мы используем npm", "мы теперь используем pnpm"],
    ["我们用 npm", "我们现在用 pnpm"],
    ["npmを使います", "pnpmを使います"],
    ["우리는 npm을 사용한다", "우리는 pnpm을 사용한다"],
  ])("%s / %s", (older, newer) => expect(change(older, newer)).toBe("sure"))

  test.each([
    ["Tests of the web app use Jest", "Tests of the API use Vitest"],
    ["The API listens on port 3000", "The worker listens on port 4000"],
    ["Port 3000 is open", "Port 3001 is open"],
    ["The project uses React", "The project uses Redux"],
    ["Use pnpm for installs", "use pnpm for installs, never npm"],
    ["The importer needs Node 20", "The exporter needs Node 22"],
    ["Restart the cache before step 1", "Restart the cache before step 2"],
    ["The staging database is Postgres", "The cache of the gateway is Redis"],
    ["We use Postgres and Redis", "We use Postgres"],
  ])("not %s / %s", (older, newer) => expect(change(older, newer)).toBeUndefined())

  test("of a part or of the whole something else may hold", () => {
    const pairs = [
      ["We use Postgres", "The integration tests use SQLite"],
      ["The API listens on port 8080", "The admin API listens on port 9000"],
      ["The mobile app uses npm", "We use yarn"],
      ["The project uses Node 20", "The legacy service runs on Node 16"],
    ] as const
    const both = pairs.flatMap(([one, other]) => [change(one, other), change(other, one)])
    expect(both).toEqual(both.map(() => "maybe"))
    expect(change("The main branch is protected", "The develop branch is protected")).toBeUndefined()
  })

  test("what an old statement says besides is not lost silently", () => {
    const older = "Deploys run in the Jenkins job deploy-prod with parameters region, tenant and stage"
    expect(change(older, "We moved from Jenkins to Buildkite")).toBe("maybe")
  })
})
