// OpenCode 2 renamed some tools; everything above the adapters uses the OpenCode 1 names.

const FIRST_NAMES = new Map([
  ["shell", "bash"],
  ["subagent", "task"],
  ["patch", "apply_patch"],
])

export function firstName(tool: string): string {
  return FIRST_NAMES.get(tool) ?? tool
}
