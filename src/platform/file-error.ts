// Errors of the file layer carry a code like those of the system, so that a caller tests one thing for both kinds. Ours: ESYMLINK (an unexpected
// link), ENOTREG (not a regular file), EHARDLINK (the file has a second name), ECHANGED (somebody else changed the file meanwhile), EBADNAME (not
// the name of one file or folder).

export type FileErrorCode = "EEXIST" | "ENOTDIR" | "ESYMLINK" | "ENOTREG" | "EHARDLINK" | "ECHANGED" | "EBADNAME"

export function fileError(code: FileErrorCode, message: string): Error & { code: string } {
  return Object.assign(new Error(`${code}: ${message}`), { code })
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" && codes.includes(code)
}
