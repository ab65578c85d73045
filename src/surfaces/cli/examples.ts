// What somebody would type, for each command's help. A command without an entry here shows its required arguments.
import { type Argument, shownArgument } from "./arguments.ts"

const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  save: ['save "Releases are cut from the release branch"', 'save "I prefer tabs" --type user --scope global'],
  read: ["show system/project.md", "show system/human.md --scope global"],
  write: ["write reference/api.md --file notes.md", "write reference/log.md --file - --readonly < log.txt"],
  edit: ["edit system/project.md", "edit reference/api.md --old-string v1 --new-string v2"],
  delete: ["delete reference/api.md"],
  promote: ["promote reference/style.md"],
  demote: ["demote system/style.md"],
  tree: ["ls", "ls --scope global --json"],
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
  messages: ["sessions read ses_…", "messages ses_… --limit 10 --show-tools"],
  compactions: ["compactions ses_…", "compactions ses_… --read 1"],
  compare: ["sessions compare ses_… ses_…"],
  review: ["review", "review --list", "review --project harbour"],
  rejected: ["rejected"],
  context: ["context", "context ses_…"],
  status: ["status", "status --json"],
  session: ["session", "session ses_… --prompts"],
  projects: ["projects", "projects --json"],
  project: [
    "projects rename harbour port",
    "projects join harbour-2 harbour",
    "projects split",
    "projects forget mill --yes",
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
