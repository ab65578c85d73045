// Cairn's own tools: what memory does with itself is not what the session does, and its answers are not shortened.

const OWN_TOOL = /^(memory|core_memory|working_memory)_/

export function isOwnTool(name: string): boolean {
  return OWN_TOOL.test(name)
}
