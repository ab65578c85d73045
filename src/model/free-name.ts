// A file name that is not taken yet.

/** `a.md`, otherwise `a-2.md`, and so on. */
export function freeName(path: string, isTaken: (path: string) => boolean): string {
  let free = path
  for (let number = 2; isTaken(free); number++) free = path.replace(/(?=\.\w+$)|$/, `-${number}`)
  return free
}
