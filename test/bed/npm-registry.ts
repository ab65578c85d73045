// A registry that has one package, as npm and OpenCode ask for it: what a user installs by name and version, without a network.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface NpmRegistry {
  readonly url: string
  close(): void
}

/** The same tarball under each of the versions. */
export async function startRegistry(tarball: string, versions: readonly string[]): Promise<NpmRegistry> {
  const bytes = readFileSync(tarball)
  const { name, ...manifest } = JSON.parse(readFileSync("package.json", "utf8"))
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
  const server = createServer(({ url: path = "" }, response) => {
    if (path.endsWith(".tgz")) response.end(bytes)
    else if (path === `/${name}`)
      response.setHeader("content-type", "application/json").end(JSON.stringify(packument()))
    else response.writeHead(404).end("{}")
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const packument = () => ({
    name,
    "dist-tags": { latest: versions.at(-1) },
    versions: Object.fromEntries(
      versions.map((version) => [
        version,
        { ...manifest, name, version, dist: { tarball: `${url}/${name}-${version}.tgz`, integrity } },
      ]),
    ),
  })
  return { url, close: () => void server.close() }
}
