// The contracts run on Node by themselves; here the same files run inside OpenCode's Bun.
import "../contract/durable-file.contract.ts"
import "../contract/lock.contract.ts"
import "../contract/outside-file.contract.ts"
import "../contract/sqlite.contract.ts"
