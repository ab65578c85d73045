// All checks, one after the other; a check that fails itself is a finding too.
import { messageOf } from "../model/errors.ts"
import { bad, type HealthCheck, type HealthFinding, type Patient } from "./examination.ts"
import { hostChecks } from "./host-checks.ts"
import { memoryChecks } from "./memory-checks.ts"
import { storeChecks } from "./store-checks.ts"

export const CHECKS: readonly HealthCheck[] = [...hostChecks, ...storeChecks, ...memoryChecks]

export interface Examined {
  readonly check: { readonly name: string; readonly healthy: string }
  readonly findings: readonly HealthFinding[]
}

export async function examine(
  patient: Patient,
  checks: readonly HealthCheck[] = CHECKS,
  tell: (name: string) => void = () => undefined,
): Promise<Examined[]> {
  const examined: Examined[] = []
  for (const check of checks) {
    tell(check.name)
    const findings = await Promise.resolve()
      .then(() => check.examine(patient))
      .catch((error) => [bad(`this could not be checked: ${messageOf(error)}`, "see cairn.log")])
    const { name, healthy } = check
    examined.push({
      check: { name, healthy: typeof healthy === "string" ? healthy : healthy(patient) },
      findings: findings.map((finding) => ({ ...finding, check: name })),
    })
  }
  return examined
}

/** Does what is safe; returns what was done. */
export async function mend(examined: readonly Examined[]): Promise<HealthFinding[]> {
  const mended: HealthFinding[] = []
  for (const finding of examined.flatMap(({ findings }) => findings)) {
    if (!finding.fix) continue
    await finding.fix()
    mended.push(finding)
  }
  return mended
}
