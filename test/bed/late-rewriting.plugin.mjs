// Loaded after Cairn, shortens tool outputs in each request while the file that CAIRN_TEST_FAULT_FILE names says "rewrite-later".
import { rewritingPlugin } from "./rewriting.mjs"

export default rewritingPlugin("late-rewriting", "rewrite-later")
