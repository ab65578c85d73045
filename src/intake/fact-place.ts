// The type of a fact and where it belongs, by its words and by what the user's settings say about the type.
import type { App } from "../app.ts"
import { classifyFact } from "../facts/fact-type.ts"
import type { Claim } from "../facts/trust/trust.ts"
import type { Fact } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"

export function placeFor(
  app: App,
  { text, said }: Pick<Claim, "text" | "said">,
  type?: string,
): Pick<Fact, "type" | "scope"> {
  const { name, checkout } = app.project
  const folders = [checkout.worktree, checkout.directory].map((path) => path.split(/[/\\]/).at(-1) ?? "")
  const guessed = classifyFact(text, { projectNames: [...new Set([name, ...folders])] })
  // What the agent finds out on its own is not a wish, however it is worded.
  const isFound = guessed.type === "feedback" && said !== "user" && !/\buser\b/i.test(text)
  const place = type === undefined ? (isFound ? OF_PROJECT : guessed) : { type, scope: scopeOf(type, guessed.scope) }
  return { ...place, scope: app.config.types[place.type]?.scope ?? place.scope }
}

const OF_PROJECT = { type: "project", scope: "project" } as const

/** A fact about the person applies everywhere; for how things should be done the words decide, and otherwise it applies only where it was said. */
function scopeOf(type: string, guessed: ScopeName): ScopeName {
  return type === "user" ? "global" : type === "feedback" ? guessed : "project"
}
