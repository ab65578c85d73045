// Bundles the plugin into dist/: plain ESM for Bun and Node with nothing left to install, split so that a host loads only its own adapter.
import { readFileSync, rmSync, statSync } from "node:fs"
import { resolve } from "node:path"

rmSync("dist", { recursive: true, force: true })
const { version } = JSON.parse(readFileSync("package.json", "utf8"))
// Its main file is UMD, whose requires no bundler follows; the same code as ESM lies beside it.
const jsoncAsEsm: Bun.BunPlugin = {
  name: "jsonc-parser as ESM",
  setup: (build) => {
    build.onResolve({ filter: /^jsonc-parser$/ }, () => ({
      path: resolve("node_modules/jsonc-parser/lib/esm/main.js"),
    }))
  },
}
const built = await Bun.build({
  entrypoints: ["src/server.ts"],
  outdir: "dist",
  target: "node",
  format: "esm",
  splitting: true,
  plugins: [jsoncAsEsm],
  naming: { entry: "[name].js", chunk: "chunks/[name]-[hash].js" },
  define: { "process.env.CAIRN_VERSION": JSON.stringify(version) },
  minify: { whitespace: true, syntax: true, identifiers: false },
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
  console.log(`${path.slice(process.cwd().length + 1)}  ${(statSync(path).size / 1024).toFixed(0)} kB`)
}
