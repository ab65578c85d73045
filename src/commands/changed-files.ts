// The files that a call of an editing tool changes, as its arguments name them.

interface Call {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

const CHANGES = new Set(["edit", "write", "multiedit"])
const PATH_FIELDS = ["filePath", "file_path", "path"]
/** `*** Update File: src/a.ts` in a patch. */
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,400})$/gm

export function changesFiles(tool: string): boolean {
  return CHANGES.has(tool) || tool === "apply_patch"
}

export function filesChanged({ tool, args }: Call): string[] {
  if (CHANGES.has(tool)) return [pathIn(args) ?? ""].filter((path) => path !== "")
  if (tool !== "apply_patch") return []
  return [...new Set(Array.from(patchIn(args).matchAll(PATCHED), ([, path = ""]) => path.trim()))]
}

export function patchIn(args: Call["args"]): string {
  const patch = [args.patchText, args.patch, args.input].find((text) => typeof text === "string")
  return typeof patch === "string" ? patch : ""
}

/** The file that a call is about. */
export function pathIn(args: Call["args"]): string | undefined {
  const path = PATH_FIELDS.map((name) => args[name]).find((value) => typeof value === "string")
  return typeof path === "string" ? path : undefined
}
