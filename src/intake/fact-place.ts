// Of which type a fact is and where it belongs, by what is said and by what the user's settings say of the type.
import type { App } from "../app.ts"
import { classifyFact } from "../facts/fact-type.ts"
import type { Claim } from "../facts/trust/trust.ts"
import type { ScopeName } from "../model/scope.ts"

export interface FactPlace {
  readonly type: string
  readonly scope: ScopeName
}

/** `type` is given where somebody has named it. */
export function placeFor(app: App, { text, said }: Pick<Claim, "text" | "said">, type?: string): FactPlace {
  const guessed = classifyFact(text, { projectNames: namesOf(app) })
  // "feedback" is what remains when nothing tells; of the agent's own findings that is the project.
  const own =
    guessed.type === "feedback" && said !== "user" ? ({ type: "project", scope: "project" } as const) : guessed
  const place = type === undefined ? own : { type, scope: scopeOfType(type) }
  return { ...place, scope: app.config.types[place.type]?.scope ?? place.scope }
}

/** A fact about the person holds everywhere; how things are to be done, only where it was said. */
function scopeOfType(type: string): ScopeName {
  return type === "user" ? "global" : "project"
}

function namesOf({ project: { name, checkout } }: App): string[] {
  const folders = [checkout.worktree, checkout.directory].map((path) => path.split(/[/\\]/).at(-1) ?? "")
  return [...new Set([name, ...folders])]
}
