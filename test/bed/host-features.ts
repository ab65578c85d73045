// What Cairn does on which host, by what means, and why not where it cannot. The end-to-end tests say what they have seen work; docs/hosts.md
// is made from that, so a feature that no test has seen on a host cannot be claimed there.
import { appendFileSync } from "node:fs"
import type { HostVersion } from "./host.ts"

export interface HostFeature {
  readonly what: string
  /** The means. Beginning with "no: ", the reason why the host cannot. */
  readonly on: Readonly<Record<HostVersion, string>>
}

export const HOST_FEATURES = {
  prefix: {
    what: "Hot notes and the index of cold ones in every prompt",
    on: {
      "1.18": "`experimental.chat.system.transform`: an entry of its own for Claude, else the end of the last entry",
      "2.0": '`session.hook("context")`: last in the system text',
    },
  },
  frozen: {
    what: "The prefix does not change by a byte between two epochs, and outlives a restart",
    on: {
      "1.18": "epoch by the id of the compaction in `messages.transform`",
      "2.0": "epoch by the id of the checkpoint the conversation begins with",
    },
  },
  instructions: {
    what: "A new epoch without a changed prefix",
    on: {
      "1.18": "no: the host has no keyed instructions",
      "2.0":
        "keyed session instructions, for a newer OpenCode 2: 2.0.15 has them over HTTP only, so the test puts them into the plugin context",
    },
  },
  exclusions: {
    what: "No memory in titles; in subagents' prompts only the project's hot notes and the parent's goal",
    on: {
      "1.18": "known by the missing environment block; subagents by `session.get`",
      "2.0": "titles have a hook of their own; subagents by `session.get`",
    },
  },
  "compaction-cache": {
    what: "The compaction's request hits the cached prompt",
    on: {
      "1.18": "no: the host sends a request of its own there, without the system prompt of the session",
      "2.0": '`session.hook("compaction")` pushes the same bytes',
    },
  },
  refresh: {
    what: "Promote, demote, flush, rollback, compaction, lapsed cache and pressure refresh the prefix",
    on: { "1.18": "as the ladder says", "2.0": "as the ladder says" },
  },
  tools: {
    what: 'Every verb as a tool of its own (`tools: "full"`)',
    on: {
      "1.18": "plugin tools with zod fields; arguments are checked by Cairn",
      "2.0": "`tool.transform`, callable directly; the host checks types as well",
    },
  },
  router: {
    what: "The verbs that are not tools of their own, through the tool `memory`",
    on: {
      "1.18":
        "one more plugin tool; a changed `tools` holds from the next start, since the host takes a plugin's tools only then",
      "2.0":
        'one more plugin tool; a changed `tools` holds from the next session: `session.hook("context")` shows each its own',
    },
  },
  denied: {
    what: "A verb that a permission denies as a tool is denied through the router",
    on: {
      "1.18":
        "the agent's rules by `app.agents`, the session's by `session.get`; a rule `ask` has no effect, as on every plugin tool",
      "2.0":
        "the agent's rules by `agent.list`, the session's by `session.get`; a rule `ask` has no effect, as on every plugin tool",
    },
  },
  command: {
    what: "`/memory-flush`",
    on: {
      "1.18": "works, as a small model turn whose message says what was done: the host has no silent command",
      "2.0": "runs without a model turn; a line of its own in the conversation says what was done",
    },
  },
  pause: {
    what: "`/memory-pause`: nothing of the session is remembered until it is typed again",
    on: {
      "1.18": "works, as a small model turn: the host has no silent command",
      "2.0": "runs without a model turn; the answer is a line of its own in the conversation",
    },
  },
  "hand-edits": {
    what: "Hand edits are in the next prompt, committed, and never overwritten",
    on: { "1.18": "`chat.message` looks at the hot notes", "2.0": '`session.hook("prompt")` looks at the hot notes' },
  },
  identity: {
    what: "One memory for a project's worktrees, clones and new names",
    on: {
      "1.18": "from the repository itself, not from the host's project id",
      "2.0": "from the repository itself, not from the host's project id",
    },
  },
  tails: {
    what: "Text at the end of a message, of a tool result and of a compaction's prompt, replayed byte for byte (for later use)",
    on: {
      "1.18": "a hidden part of the message, not on a session's first; the end of the result; `output.context`",
      "2.0":
        "metadata of the message, shown in each request; a part of the result; a message in the compaction's request",
    },
  },
  "core-blocks": {
    what: "Goal, progress and context survive a compaction, a restart and `kill -9`",
    on: { "1.18": "in `state.db` before the tool answers", "2.0": "in `state.db` before the tool answers" },
  },
  activity: {
    what: "Active files, open errors and commands with exit codes, from what tools really did",
    on: {
      "1.18": "`tool.execute.after`; tools that threw by `message.part.updated`",
      "2.0": '`tool.hook("execute.after")`; unknown tools by `session.tool.failed`',
    },
  },
  news: {
    what: "What changed since the prefix was rendered is told at the tail, each thing once",
    on: { "1.18": "on user messages but a session's first", "2.0": "on user messages but a session's first" },
  },
  revert: {
    what: "A revert takes back the tail and what the session learnt; notes stay",
    on: {
      "1.18": "`message.removed`, waited for before the next message",
      "2.0": "`session.revert.staged`, carried out at the next prompt",
    },
  },
  todos: {
    what: "OpenCode's own todo list is shown to the author of a compaction's summary",
    on: { "1.18": "`session.todo`, read at that moment", "2.0": "no: OpenCode 2.0 has no todo list" },
  },
  fork: {
    what: "A forked session goes on with what the original remembered",
    on: {
      "1.18": "recognised by title and message times, since the host keeps no record",
      "2.0": "`session.forked`",
    },
  },
  deletion: {
    what: "A session deleted in OpenCode takes its memory with it",
    on: { "1.18": "`session.deleted`", "2.0": "`session.deleted`" },
  },
  pressure: {
    what: "The agent is told how full the window is: each level once, at the tail",
    on: { "1.18": "the host's own count and limit", "2.0": "the host's own count and limit" },
  },
  pruning: {
    what: "Long tool outputs are shortened before they enter the conversation, and can be had back whole",
    on: { "1.18": "`tool.execute.after`", "2.0": '`tool.hook("execute.after")`' },
  },
  "long-window": {
    what: "Old tool outputs, and texts that edits replaced, leave the requests when that pays; what was decided holds to the byte, and each can be had back whole",
    on: {
      "1.18":
        "`experimental.chat.messages.transform`; the host's own record stays as it is. Another plugin is noticed that shortens outputs before Cairn, or changes Cairn's lines after it (in the same request)",
      "2.0":
        '`session.hook("context")` and `"compaction"`; the host\'s own record stays as it is. Another plugin is noticed that shortens outputs before Cairn, or changes Cairn\'s lines after it (at the next request)',
    },
  },
  fidelity: {
    what: "After a compaction, what its summary lost is in the next prompt",
    on: {
      "1.18": "the summary as `messages.transform` shows it",
      "2.0": "the checkpoint as the request shows it",
    },
  },
  compact: {
    what: "The agent can compact in mid-turn and go on",
    on: {
      "1.18": "`session.summarize`, after the running step",
      "2.0": "a cut of Cairn's own in each request: the host gives a plugin no call to compact",
    },
  },
  instant: {
    what: "A summary without a model call",
    on: { "1.18": "no: the host takes no summary from a plugin", "2.0": "`result.summary` of the compaction hook" },
  },
  remember: {
    what: "What the user asks to remember is on disk before the model answers, and in every later session",
    on: { "1.18": "`chat.message`", "2.0": '`session.hook("prompt")`' },
  },
  templates: {
    what: "The template of a slash command, which a repository may bring along, does not speak as the user",
    on: {
      "1.18": "`command.execute.before` marks its parts, and the host stores the mark",
      "2.0": "known by the host's own trace while the command runs; marked in the message's metadata",
    },
  },
  arguments: {
    what: "What the user types behind the name of a command counts as the user's word",
    on: {
      "1.18": "`command.execute.before` hands it over",
      "2.0": "no: the host hands over the expanded text alone; say it in a message of its own",
    },
  },
  save: {
    what: 'A bare "remember this" has the agent save what was said',
    on: { "1.18": "an instruction at the tail of that message", "2.0": "an instruction at the tail of that message" },
  },
  forget: {
    what: "To forget, the agent is told which fact and to ask first; deleted, it does not come back",
    on: {
      "1.18": "an instruction at the tail; tombstones beside the notes",
      "2.0": "an instruction at the tail; tombstones beside the notes",
    },
  },
  candidates: {
    what: "A compaction's summary proposes facts, confirms and corrects them",
    on: {
      "1.18": "`session.compacted`, and the summary in `messages.transform`",
      "2.0": 'the checkpoint, unless Cairn writes it (`compactionMode: "instant"`)',
    },
  },
  decisions: {
    what: "A compaction keeps the session's decisions as facts",
    on: {
      "1.18": "from the journal of the session",
      "2.0": "from the journal of the session, also without a model call",
    },
  },
  quarantine: {
    what: "What the agent copies from tools, files and pages waits for a person, also after a restart",
    on: {
      "1.18": "tool results as `tool.execute.after` and `messages.transform` show them",
      "2.0": 'tool results as `tool.hook("execute.after")` and the request show them',
    },
  },
  errands: {
    what: "A subagent's errand is not the user's word, and it writes no notes; until the host has told whose session it is, nobody is heard",
    on: { "1.18": "`session.get`", "2.0": "`session.get`" },
  },
  doubt: {
    what: "A tool of another plugin or server, and a command that reads what strangers wrote, put the turn in doubt: what is saved or removed in it waits",
    on: { "1.18": "`tool.execute.after`", "2.0": '`tool.hook("execute.after")`' },
  },
  "heard-summaries": {
    what: "A compaction right after a restart is judged by its conversation",
    on: { "1.18": "`messages.transform`, right after `session.compacting`", "2.0": "the compaction's request" },
  },
  approval: {
    what: "What a person approves in a review is in the next prompts of running sessions",
    on: { "1.18": "the notes are looked at with each message", "2.0": "the notes are looked at with each message" },
  },
  secrets: {
    what: "A secret that was said, printed or written is nowhere in memory",
    on: { "1.18": "cleaned before anything is kept", "2.0": "cleaned before anything is kept" },
  },
  relevant: {
    what: "Notes that match a message are named at its tail, each once in a session",
    on: {
      "1.18": "a hidden part of the message; of a session's first, in the prefix",
      "2.0": "metadata of the message; of a session's first, in the prefix",
    },
  },
  generated: {
    what: "`MEMORY.md` lists the notes; facts that contradict each other are in `_CONFLICTS.md` and in the prompt",
    on: { "1.18": "written on `session.idle`", "2.0": "written when a turn has ended" },
  },
  crash: {
    what: "What was acknowledged survives `kill -9`",
    on: { "1.18": "durable before the tool answers", "2.0": "durable before the tool answers" },
  },
  together: {
    what: "Several processes, also of both generations, on one store",
    on: { "1.18": "write lock of the kernel", "2.0": "write lock of the kernel" },
  },
  faults: {
    what: "A hook that throws or hangs costs the user nothing",
    on: { "1.18": "guard with a deadline", "2.0": "guard with a deadline" },
  },
  twice: {
    what: "Loaded twice, it acts once",
    on: { "1.18": "the first copy claims the directory", "2.0": "the first copy claims the directory" },
  },
  shown: {
    what: "What your own words saved, and what waits for you, is shown once a turn",
    on: {
      "1.18": "a toast; a tool's title says what came of it",
      "2.0":
        "a line of its own on the screen, which no request to the model contains: the host gives a plugin no toast",
    },
  },
  notices: {
    what: "Mistakes in the settings and memory that is off are shown",
    on: { "1.18": "a toast", "2.0": "a line of its own on the screen" },
  },
  whereWereWe: {
    what: "What the last session on this branch left open: one line at the start of the next, `/where-were-we` at any time",
    on: {
      "1.18": "the command's message says it, for a turn that only says ok",
      "2.0": "a line of its own in the conversation, without a turn",
    },
  },
  past: {
    what: "Past sessions: listed, read, searched and exported for the host's own import, their compactions and counts; what they show counts as others' words",
    on: {
      "1.18": "`session`, `message`, `part` and `todo` of `opencode.db`, read-only; plans as files",
      "2.0": "`session_v2` and `session_message` of the same file, read-only; the host keeps neither todos nor plans",
    },
  },
  ask: {
    what: "A background call to the configured small model, without tools, in none of the user's sessions",
    on: {
      "1.18":
        "a session without tools below the one it is about, so that it is neither listed nor shared; deleted afterwards, and leftovers of a crash once a day",
      "2.0": "`generate.text`, on the model of the agent `title`; it counts no tokens, so they are estimated",
    },
  },
  extraction: {
    what: "What was said in passing is a note some time after the pause, also after a crash; only with the user's consent",
    on: {
      "1.18": "`session.idle`; the user is asked by a toast in the TUI or the desktop app",
      "2.0": "`session.execution.*`; the user is asked by a line after the second message of a session",
    },
  },
  brakes: {
    what: "A garbled, endless, hostile or hanging answer to a background call changes nothing but quarantine; none is made when the day's tokens are spent, and nothing is kept of messages that are taken back meanwhile",
    on: {
      "1.18": "an answer has at most 8,000 tokens (`chat.params`)",
      "2.0": "the host takes no limit for an answer",
    },
  },
  reconcile: {
    what: "Facts that say the same are merged as one commit, which can be undone; a contradiction is settled when the user has said how",
    on: {
      "1.18": "asked for by the agent, or after a pause",
      "2.0": "asked for by the agent, or after a pause",
    },
  },
} as const satisfies Record<string, HostFeature>

export type FeatureName = keyof typeof HOST_FEATURES

export function proves(version: HostVersion, ...features: FeatureName[]): void {
  const report = process.env.CAIRN_HOSTS_REPORT
  for (const feature of features) if (report) appendFileSync(report, `${JSON.stringify({ version, feature })}\n`)
}
