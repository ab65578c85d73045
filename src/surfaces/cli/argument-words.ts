// What an argument is, in words for a person. An operation describes to an agent only what a model would not guess, because that costs tokens in every
// request; a person reads the help once, and nothing in it should have to be guessed.

/** By the operation's name for the argument, or by command and argument where commands differ. */
const WORDS: Readonly<Record<string, string>> = {
  query: "the words to look for",
  in: "notes, sessions or all (the default)",
  until: "the latest date, like --since",
  role: "only messages by user or assistant, or only a summary",
  sessionId: 'the session\'s id; "sessions" lists them',
  raw: "the query is an FTS5 expression over sessions",
  scope: "default project",
  importance: "default normal",
  why: "the reason, kept as its detail",
  confirm: "keep it although Cairn asked back",
  commit: 'its hash, from "history"',
  commitHash: 'from "history"',
  oldString: "the exact text to replace; without it your editor opens",
  newString: "the text that takes its place",
  replaceAll: "everywhere in the note, not only once",
  includeSubagents: "also sessions of subagents",
  includeArchived: "also archived sessions",
  parent: "only subagents of this session",
  messageId: "only this message, whole",
  before: "only messages before this one, by its id",
  showTools: "also what tools were called with and answered",
  maxLength: "characters shown of each message; default 2000",
  offset: "with --message-id: begin at this line",
  format: "markdown (the default) or json",
  a: "a session's id",
  b: "the other session's id",
  drop: "the path of the one that is not true",
  "resolve keep": "the path of the one that is true",
  "resolve both": "two paths, if both are true",
  "save scope": "by default decided by what it says",
  "why scope": "default both",
  "write type": "what kind of note it is, such as project or reference",
  "search limit": "most hits; default 10",
  "search project": "past sessions of this project, or all",
  "search sessionId": "only this session",
  "sessions limit": "most sessions; default 10",
  "messages limit": "most messages; default 50",
  "summary project": "this project, or all",
}

/** `told` is what an agent is told of it. */
export function argumentWords(command: string, property: string, told: string): string {
  return WORDS[`${command} ${property}`] ?? (told || (WORDS[property] ?? ""))
}
