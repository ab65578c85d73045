// What the two generations of OpenCode do differently over HTTP; everything else about a host is the same for both.
import type { HostMessage } from "./conversation.ts"

export type Dialect = {
  eventPath: string
  /** Asked until it answers. */
  readyPath: string
  createSession(directory: string, options: { title?: string; parentID?: string }): Promise<string>
  /** Sends a prompt; resolves when its turn is over. */
  prompt(session: SessionRef, text: string, deadlineMs: number): Promise<void>
  command(session: SessionRef, name: string, args: string, deadlineMs: number): Promise<void>
  compact(session: SessionRef, deadlineMs: number): Promise<void>
  shell(session: SessionRef, command: string, deadlineMs: number): Promise<void>
  waitIdle(session: SessionRef, deadlineMs: number): Promise<void>
  messages(session: SessionRef): Promise<HostMessage[]>
  abort(session: SessionRef): Promise<void>
  revert(session: SessionRef, messageID: string): Promise<void>
  fork(session: SessionRef, beforeMessageID?: string): Promise<string>
  deleteSession(session: SessionRef): Promise<void>
  /** Ends what the host runs for a directory, where it can. */
  close(directory: string): Promise<void>
}

/** OpenCode 1 wants to be told with each request where a session lives. */
export type SessionRef = { id: string; directory: string }
