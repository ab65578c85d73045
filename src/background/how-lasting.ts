// Whether what a model proposes holds beyond the task in hand, by weights that were fitted to labelled examples (`npm run fit`). Whether "print the
// shapes after every layer" is a rule or a wish of the moment cannot be read off a list of words; many weak signs together tell it in most cases.
import { FITTED } from "./fitted-weights.ts"
import { type ClaimSource, lastingSigns, type ProposedClaim } from "./lasting-signs.ts"
import { bucketsOf, sumOfWeights, unpackWeights } from "./sign-weights.ts"

let unpacked: ReturnType<typeof unpackWeights> | undefined

/** One message that says it for good is enough. */
export function isLastingClaim(claim: ProposedClaim, sources: readonly ClaimSource[]): boolean {
  const weights = unpacked ?? unpackWeights(FITTED.packed)
  unpacked = weights
  const signsIn = lastingSigns(claim)
  return sources.some((source) => FITTED.bias + sumOfWeights(bucketsOf(signsIn(source)), weights) >= FITTED.least)
}
