// `<root> <outside>`: until killed, swaps the folder root/a and the file root/a/n.md for links to what is outside, and back, as fast as it can.
import { linkSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"

const [root = "", outside = ""] = process.argv.slice(2)
const attempts: (() => void)[] = [
  () => renameSync(`${root}/a`, `${root}/hidden`),
  () => symlinkSync(outside, `${root}/a`),
  () => pause(),
  () => unlinkSync(`${root}/a`),
  () => renameSync(`${root}/hidden`, `${root}/a`),
  () => rmSync(`${root}/hidden`, { recursive: true, force: true }),
  () => rmSync(`${root}/a/n.md`, { force: true }),
  () => symlinkSync(`${outside}/n.md`, `${root}/a/n.md`),
  () => pause(),
  () => unlinkSync(`${root}/a/n.md`),
  () => linkSync(`${outside}/twin.md`, `${root}/a/n.md`),
  () => pause(),
  () => unlinkSync(`${root}/a/n.md`),
  () => writeFileSync(`${root}/a/n.md`, "inside", { flag: "wx" }),
]

/** From nothing to a fifth of a millisecond, so that the swaps fall at every point of an operation. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() / 5)
}

process.stdout.write("swapping\n")
for (;;) {
  for (const attempt of attempts) {
    try {
      attempt()
    } catch (error) {
      // The other side writes here too: whoever comes second finds another state.
      if (!(error as { code?: string }).code) throw error
    }
  }
}
