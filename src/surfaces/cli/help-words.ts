// What a command's help says in addition to what its operation says: to an agent, that describes only what a model would not guess, because it costs
// tokens in every request; a person reads the help once, and nothing in it should have to be guessed.
import { type Argument, shownArgument } from "./arguments.ts"

/** By the operation's name for the argument, or by command and argument where commands differ. */
const WORDS: Readonly<Record<string, string>> = {
  query: "the words to look for",
  in: "notes, sessions or all (the default)",
  until: "the latest date, like --since",
  role: "only messages by user or assistant, or only a summary",
  sessionId: 'the session\'s id or its beginning; "sessions" lists them',
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
  a: "a session's id or its beginning",
  b: "the other session's id or its beginning",
  drop: "the path of the one that is not true",
  "resolve keep": "the path of the one that is true",
  "resolve both": "two paths, if both are true",
  "save scope": "by default decided by what it says",
  "why scope": "default both",
  "read offset": "the first line shown, from 0",
  "read limit": "most lines shown",
  "write content": "the whole text of the note",
  "write type": "what kind of note it is, such as project or reference",
  "write limit": "most characters that the note may have",
  "history limit": "most changes; default 10",
  "rejected limit": "most refusals; default 20",
  "search limit": "most notes, and most sessions; default 10",
  "search since": 'the earliest date: 2026-01-31, monday, "last week"',
  "search project": "past sessions of this project (the default), of all, or of the one with this name",
  "search sessionId": "only this session",
  "sessions limit": "most sessions; default 10",
  "sessions project": "sessions of this project (the default), of all, or of the one with this name",
  "sessions before": "only older sessions: a date, or the id of one that is listed",
  "messages limit": "most messages; default 50",
  "messages after": "only messages after this one, by its id",
  "compactions read": "show the summary with this number; 1 is the newest",
  "plans read": "show the plan with this name",
  "summary project": "this project (the default), all, or the one with this name",
}

/** `told` is what an agent is told of it. */
export function argumentWords(command: string, property: string, told: string): string {
  return WORDS[`${command} ${property}`] ?? (told || (WORDS[property] ?? ""))
}

/** What somebody would type; a command without an entry here shows its required arguments. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  save: ['save "Releases are cut from the release branch"', 'save "I prefer tabs" --type user --scope global'],
  read: ["read system/project.md", "read system/human.md --scope global"],
  write: ["write reference/api.md --file notes.md", "write reference/log.md --file - --readonly < log.txt"],
  edit: ["edit system/project.md", "edit reference/api.md --old-string v1 --new-string v2"],
  delete: ["delete reference/api.md"],
  promote: ["promote reference/style.md"],
  demote: ["demote system/style.md"],
  tree: ["tree", "tree --scope global --json"],
  history: ["history --limit 20", "history --path system/project.md"],
  diff: ["diff", "diff 3f2a91c"],
  rollback: ["rollback 3f2a91c"],
  resolve: [
    "resolve --keep facts/project-port.md --drop facts/project-old-port.md",
    'resolve --both "facts/project-port.md facts/project-test-port.md"',
  ],
  why: ['why "release branch"', "why facts/project-releases.md"],
  search: ['search "release branch"'],
  sessions: ["sessions", "sessions --project all --limit 30"],
  messages: ["messages ses_…", "messages ses_… --limit 10 --show-tools"],
  compactions: ["compactions ses_…", "compactions ses_… --read 1"],
  compare: ["compare ses_… ses_…"],
  review: ["review", "review --list", "review --project harbour"],
  rejected: ["rejected"],
  context: ["context", "context ses_…"],
  status: ["status", "status --json"],
  session: ["session", "session ses_… --prompts"],
  projects: ["projects", "projects --json"],
  project: [
    "project rename harbour port",
    "project join harbour-2 harbour",
    "project split",
    "project forget mill --yes",
  ],
  erase: ['erase "Project Bluebird"', 'erase "Project Bluebird" --yes'],
  import: [
    "import",
    "import memfs",
    "import memfs --yes",
    "import claude-md --approve 3f2a91c0d4e7 --yes",
    "import backup.tar.gz --yes",
  ],
  export: [
    "export > memory.md",
    "export --format json --to memory.json",
    "export --format agents --facts decision,facts/feedback-two-reviews.md",
    "export --format archive --to backup.tar.gz",
  ],
}

export function examplesOf(name: string, known: readonly Argument[]): readonly string[] {
  const needed = known.filter(({ isNeeded }) => isNeeded)
  const typed = (one: Argument) => (one.kind === "positional" ? shownArgument(one) : `${shownArgument(one)} …`)
  return EXAMPLES[name] ?? [[name, ...needed.map(typed)].join(" ")]
}
