// All checks, one after the other; a check that fails itself is a finding too.
import { messageOf } from "../model/errors.ts"
import { bad, type CheckFinding, type HealthCheck, type HealthFinding, type Patient } from "./examination.ts"
import { hostChecks } from "./host-checks.ts"
import { memoryChecks } from "./memory-checks.ts"
import { storeChecks } from "./store-checks.ts"

export const CHECKS: readonly HealthCheck[] = [...hostChecks, ...storeChecks, ...memoryChecks]

export type Examined = Awaited<ReturnType<typeof examine>>[number]

export async function examine(
  patient: Patient,
  checks: readonly HealthCheck[] = CHECKS,
  tell: (name: string) => void = () => undefined,
) {
  const examined = []
  for (const check of checks) {
    const { name, healthy } = check
    tell(name)
    const findings: HealthFinding[] = (await findingsOf(check, patient)).map((one) => ({ ...one, check: name }))
    examined.push({ check: { name, healthy: typeof healthy === "string" ? healthy : healthy(patient) }, findings })
  }
  return examined
}

async function findingsOf(check: HealthCheck, patient: Patient): Promise<CheckFinding[]> {
  try {
    return await Array.fromAsync(check.examine(patient))
  } catch (error) {
    return [bad(`this could not be checked: ${messageOf(error)}`, "see cairn.log")]
  }
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
