// Which other processes have a file open. Linux shows this for the user's own processes; elsewhere nothing is known, and none is listed.
import { readdir, readlink, realpath } from "node:fs/promises"
import { basename, join } from "node:path"

export async function otherUsersOf(file: string): Promise<{ readonly pid: number; readonly name: string }[]> {
  const real = await realpath(file).catch(() => file)
  const pids = (await readdir("/proc").catch((): string[] => [])).map(Number).filter((pid) => pid > 0)
  const users = []
  for (const pid of pids.filter((one) => one !== process.pid)) {
    // A process ends while we look at it, or belongs to somebody else.
    const open = await readdir(`/proc/${pid}/fd`).catch((): string[] => [])
    const paths = await Promise.all(open.map((fd) => readlink(join(`/proc/${pid}/fd`, fd)).catch(() => "")))
    if (!paths.includes(real)) continue
    const program = await readlink(`/proc/${pid}/exe`).catch(() => "a program")
    users.push({ pid, name: basename(program) })
  }
  return users
}
