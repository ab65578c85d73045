// Whether background calls are allowed: by the setting or, if that is "ask", by the user's answer. No answer means no.

export type Consent = "on" | "off" | "ask"

export function consentOf(setting: Consent, answered: string | undefined): Consent {
  if (setting !== "ask") return setting
  return answered === "on" || answered === "off" ? answered : "ask"
}
