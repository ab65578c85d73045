// Whether background calls may be made: the setting says so, or else the answer that the user gave when asked. No answer means no.

export type Consent = "on" | "off" | "ask"

export function consentOf(setting: Consent, answered: string | undefined): Consent {
  if (setting !== "ask") return setting
  return answered === "on" || answered === "off" ? answered : "ask"
}
