// What a message asks to remember and a summary proposes, for tests that write messages, and expect facts, as plain strings.
import * as facts from "../../src/facts/candidates.ts"
import * as requests from "../../src/requests/remember.ts"
import { clean, type Plain } from "./facts.ts"

export type Remembered = Plain<requests.Remembered>
export type RememberedFact = Plain<requests.RememberedFact>

export type Candidates = Plain<facts.Candidates>

export function candidatesIn(summary: string, types?: readonly string[]): Candidates {
  return facts.candidatesIn(clean(summary), types)
}

export function rememberIn(message: string, cues?: readonly string[]): Remembered {
  return requests.rememberIn(clean(message), cues)
}
