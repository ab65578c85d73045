// Facts that say nearly the same, and a pass over them with a model that answers what the test tells it to.
import { saveFacts } from "../../src/intake/save-facts.ts"
import { sawNothing } from "../../src/intake/session-evidence.ts"
import type { Source } from "../../src/model/fact.ts"
import { clean } from "./facts.ts"
import { factNames, noteText } from "./facts-on-disk.ts"
import { type MinedOptions, type MinedSession, minedSession } from "./mined-session.ts"

export const TEXTS = [
  "The reports service listens on port 8123 of the build host",
  "The reports service of the build host listens on port 8123 behind nginx",
  "The reports service listens on port 8123 since the build host moved",
  "The reports service on the build host is restarted by cron on port 8123",
]

export async function withFacts(
  texts: readonly string[] = TEXTS,
  source: Source = "extraction",
  options: MinedOptions = {},
) {
  const mined = await minedSession(options)
  const said = source === "explicit" ? "user" : "assistant"
  const facts = texts.map((text, n) => {
    const evidence = `ses_before/msg_${n}`
    return { text: clean(text), type: "decision", scope: "project", source, said, evidence } as const
  })
  await saveFacts(mined.cairn.app, facts, { seen: sawNothing })
  return mined
}

/** While the model thinks about `withFacts`, something happens; then it answers with these operations. */
export async function withFactsAnd(
  meanwhile: (mined: MinedSession) => void,
  answer: (mined: MinedSession) => readonly object[],
): Promise<MinedSession> {
  const mined: MinedSession = await withFacts(TEXTS, "extraction", {
    host: {
      async ask(question) {
        mined.questions.push(question)
        meanwhile(mined)
        return { text: JSON.stringify(answer(mined)) }
      },
    },
  })
  return mined
}

export const run = (mined: MinedSession, args: object = {}) => mined.cairn.call("memory_reconcile", args, mined.session)
export const factsOf = ({ cairn: { root } }: MinedSession) =>
  factNames(root).map((name) => noteText(root, `facts/${name}`))
export const archived = ({ cairn: { root } }: MinedSession) => factNames(root, "project", "archive")
export const outcomes = ({ cairn: { app } }: MinedSession, text: string) =>
  app.store.outcomes.about({ text }, app.project.name, 20).map(({ outcome, reason }) => `${outcome} ${reason}`)

/** The marks follow the paths. */
export const markOf = (mined: MinedSession, text: string) =>
  /\[(M\d+)\]/.exec(
    mined.questions
      .at(-1)
      ?.prompt.split("\n")
      .find((line) => line.endsWith(text)) ?? "",
  )?.[1] ?? "M99"

/** Has the model see the facts first, so that the test knows their marks. */
export async function marksIn(mined: MinedSession, texts = TEXTS) {
  mined.answers("[]")
  await run(mined, { dryRun: true })
  return texts.map((text) => markOf(mined, text))
}
