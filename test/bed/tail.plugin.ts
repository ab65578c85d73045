// A flow that has a tail for every message but a session's first, an addition for every tool result and a word for every compaction, to see
// in real hosts where these end up.
import { flowPlugin, silentMoments } from "./flow-plugin.ts"

const moments = {
  ...silentMoments,
  userSpoke: async ({ text, isFirst }: { text: string; isFirst: boolean }) =>
    isFirst ? {} : { tail: `\n\n[tail of ${text}]` },
  promptBuilt: async () => ({ prefix: "<cairn>the prefix</cairn>" }),
  toolEnded: async () => ({ append: "\n[added to the result]" }),
  compactionBegun: async () => ({ context: "[a word for the compaction]" }),
}

export default flowPlugin("tails", () => ({ moments }))
