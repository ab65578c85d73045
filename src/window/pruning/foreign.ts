// Code of the language runtime or a package: an agent neither edits it nor searches for its names.

const FOREIGN =
  /node_modules|site-packages|dist-packages|node:internal|<frozen |\.cargo\/registry|java\.base|(?:^|[\s"'(])\/(?:usr|opt|lib)\//

export function isLibraryCode(text: string): boolean {
  return FOREIGN.test(text)
}
