// Bundles the plugin and the command line into dist/: plain ESM for Bun and Node with nothing left to install, split so that each loads only
// what it needs: a host its own adapter, the command line neither.
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"

rmSync("dist", { recursive: true, force: true })
const { version } = JSON.parse(readFileSync("package.json", "utf8"))
// The files these packages name first are UMD, whose requires no bundler follows, and CommonJS, which takes twice as long to load; the same
// code as ESM lies beside them.
const ESM_BUILDS: Record<string, string> = { "jsonc-parser": "lib/esm/main.js", yaml: "browser/index.js" }
const asEsm: Bun.BunPlugin = {
  name: "packages as ESM",
  setup: (build) => {
    build.onResolve({ filter: /^(jsonc-parser|yaml)$/ }, ({ path }) => ({
      path: resolve("node_modules", path, ESM_BUILDS[path]!),
    }))
  },
}
const built = await Bun.build({
  entrypoints: ["src/server.ts", "src/cli.ts"],
  outdir: "dist",
  target: "node",
  format: "esm",
  splitting: true,
  plugins: [asEsm],
  naming: { entry: "[name].js", chunk: "chunks/[name]-[hash].js" },
  define: { "process.env.CAIRN_VERSION": JSON.stringify(version) },
  minify: true,
})
if (!built.success) {
  for (const message of built.logs) console.error(message)
  process.exit(1)
}
for (const { path } of built.outputs) {
  const text = readFileSync(path, "utf8")
  if (/["'`]bun:/.test(text)) {
    console.error(`${path}: a bun: import stands in the static module graph; the desktop app cannot load that`)
    process.exit(1)
  }
  // Tells Bun that there is nothing to transpile, which saves a fifth of the time to load it; to Node it is a comment. Bun reads such a
  // file as Latin-1, so every other character is escaped: they stand in strings and patterns only, since minified code has no comments.
  const ascii = text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
  writeFileSync(path, `// @bun\n${ascii}`)
  console.log(`${path.slice(process.cwd().length + 1)}  ${(statSync(path).size / 1024).toFixed(0)} kB`)
}
