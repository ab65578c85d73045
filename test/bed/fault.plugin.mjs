// Loaded before Cairn, makes its hooks fail: CAIRN_TEST_FAULT is "throw" or "hang", for every hook.
globalThis[Symbol.for("opencode-cairn.fault")] = () => {
  if (process.env.CAIRN_TEST_FAULT === "throw") throw new Error("fault on purpose")
  if (process.env.CAIRN_TEST_FAULT === "hang") return new Promise(() => undefined)
  return undefined
}

export default { id: "fault", server: async () => ({}), setup: async () => undefined }
