#!/usr/bin/env node
// Starts the command line, or says which Node it needs: the SQLite of older ones has no full-text search. This file alone must be
// understood by any Node that knows modules, so it is written in the language of 2019.
const [major, minor] = process.versions.node.split(".").map(Number)
if (process.versions.bun || major > 22 || (major === 22 && minor >= 16)) {
  import("../dist/cli.js").then(({ main }) => main())
} else {
  process.stderr.write(
    `opencode-cairn needs Node 22.16 or newer; this is Node ${process.versions.node}.\n` +
      "The plugin inside OpenCode works all the same: OpenCode brings its own runtime.\n",
  )
  process.exitCode = 1
}
