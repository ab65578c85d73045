import { createHash } from "node:crypto"

/** In hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex")
}
