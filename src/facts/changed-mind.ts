// Whether a newer statement changes an older one about the same thing: it names another of several alternatives ("npm", then "pnpm"), another
// version or port, or says so outright ("we moved from Jenkins to GitHub Actions"). Two statements are about the same thing if one says nothing
// beyond the other except for what differs: "tests of the web app use Jest" and "tests of the API use Vitest" both hold.
import { wordSet } from "../text/word-set.ts"
import { isNegation, stemOf, wordsIn } from "../text/words.ts"

/** Groups of which a thing normally uses one. */
const ALTERNATIVES = [
  "npm pnpm yarn bun",
  "postgres postgresql mysql mariadb sqlite mongodb mongo cockroachdb oracle",
  "jest vitest mocha ava jasmine pytest unittest",
  "webpack vite rollup esbuild parcel turbopack",
  "eslint biome tslint oxlint ruff flake8 pylint",
  "prettier dprint black yapf",
  "github gitlab bitbucket gitea",
  "jenkins circleci travis buildkite teamcity",
  "aws gcp azure hetzner",
  "react vue svelte angular solid",
  "express fastify koa hono nestjs",
  "prisma drizzle typeorm sequelize knex",
  "rest graphql grpc trpc",
  "kafka rabbitmq nats sqs",
  "redis valkey memcached",
  "bash zsh fish powershell",
  "vim neovim emacs vscode helix zed",
  "tabs spaces",
  "poetry pip pipenv uv conda",
  "moment dayjs luxon date-fns",
  "cypress playwright selenium puppeteer",
  "docker podman",
].map((names) => wordSet(names))
const isAlternative = (word: string) => ALTERNATIVES.some((names) => names.has(word))

/** A number after one of these words is the value that the sentence states. */
const BEFORE_NUMBERS = wordSet(
  "port version timeout limit node python java go ruby php rust typescript react kubernetes ubuntu debian django rails spring java8 terraform 端口 版本 ポート バージョン 포트 버전 puerto versión порт версия porta versão versione",
)
/** Words that do not say what a sentence is about. */
const SAYING = wordSet(
  "a an the what we our us i my you it its this that these is are was be do does has have will should must to of in on at by for from with as and so then also now not no never longer anymore instead rather than actually please always only still use used uses using run runs running listen listens serve serves served prefer prefers want wants user users project repo here moved move switched switch migrated migrate changed change replaced replace went going over everywhere set default defaults version wir unser nutzen nutzt benutzen verwenden verwendet jetzt statt mehr nicht ist läuft auf von zu usamos uso usa ahora en de la el los las lugar ya no es utilise utilisons on maintenant au lieu plus est sur le les du agora em vez não é na no usiamo ora invece di non мы используем теперь вместо не на с 我 们 們 用 使 现 現 在 不 是 了 改 的 を は で に が の 使 い ま す 는 은 이 가 을 를 로 으로",
)
/** Captures what no longer holds: "instead of X", "no longer use X". */
const OUSTED =
  /\b(?:instead\s+of|rather\s+than|no\s+longer(?:\s+(?:use|uses|using|on))?|not|never|replaces|over|away\s+from)\s+(?:use\s+|using\s+)?([\w.+#-]+)|(?<!\p{L})(?:statt|anstatt|anstelle\s+von|nicht\s+mehr|en\s+lugar\s+de|en\s+vez\s+de|ya\s+no\s+usamos|au\s+lieu\s+de|pas|em\s+vez\s+de|invece\s+di|non|não|вместо|а\s+не)\s+([\w.+#-]+)|(?:不再?用|而不是|不使用)\s?([\w.+#-]+)|([\w.+#-]+)\s?(?:ではなく|じゃなく|の代わりに|대신|말고)/giu
const MOVES =
  /\b(?:moved|switched|migrated|changed|went|moving|switching|migrating)\b|umgestiegen|gewechselt|migriert|umgezogen|pasamos|migramos|cambiamos|pass[ée]s?\b|migré|passamos|mudamos|passati|migrati|перешли|переехали|换|換|迁|遷|移行|切り替|옮|바꿨|전환|이전/iu
const FROM_TO =
  /(?<!\p{L})(?:from|von|vom|de|du|da|dal|с)\s+([\w.+#-]+(?:\s[\w.+#-]+)?)\s+(?:to|auf|zu|a|à|para|al|на)\s+(?<to>[\w.+#-]+(?:\s[\w.+#-]+)?)|从\s?([\w.+#-]+)\s?(?:换|迁|改|移)|從\s?([\w.+#-]+)\s?(?:換|遷|改|移)|([\w.+#-]+)\s?から|([\w.+#-]+)\s?에서/iu

interface Stance {
  /** What the text says no longer holds. */
  readonly ousted: ReadonlySet<string>
  readonly alternatives: ReadonlySet<string>
  /** Keyed by the word before the number: "port" -> "5433". */
  readonly numbers: ReadonlyMap<string, string>
  /** Stems of the remaining words: what the text is about. */
  readonly rest: ReadonlySet<string>
}

const MAX_LENGTH = 400

export function stanceOf(text: string): Stance {
  const said = text.slice(0, MAX_LENGTH)
  const moved = MOVES.test(said) ? FROM_TO.exec(said) : null
  const target = wordsOf(moved?.groups?.to)
  const named = [...said.matchAll(OUSTED)].flatMap((match) => match.slice(1).filter(Boolean))
  const left = moved?.slice(1).filter((words) => words && words !== moved.groups?.to) ?? []
  const ousted = new Set([...left, ...named].flatMap(wordsOf))
  const words = wordsOf(said).filter((word) => !isNegation(word))
  const alternatives = new Set(words.filter((word) => isAlternative(word) && !ousted.has(word)))
  const numbers = new Map<string, string>()
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ""
    if (at > 1 && /^v?\d[\d.]*$/.test(word) && (BEFORE_NUMBERS.has(before) || isAlternative(before)))
      numbers.set(before, word)
  }
  const isNamed = (word: string) => isAlternative(word) || (word === "database" && alternatives.size > 0)
  const isTold = (word: string) => SAYING.has(word) || ousted.has(word) || isNamed(word) || target.includes(word)
  const rest = words.filter((word) => !isTold(word) && !/^v?\d/.test(word))
  return { ousted, alternatives, numbers, rest: new Set(rest.map(stemOf)) }
}

function wordsOf(text = ""): string[] {
  return wordsIn(text, (run) => [...run])
}

/**
 * `sure`: replacing the older statement loses nothing. `maybe`: one of them covers only a part ("the integration tests use SQLite"), so both may
 * hold.
 */
type Change = "sure" | "maybe"

const MOST_LOST = 3

export function changeOf(newer: Stance, older: Stance): Change | undefined {
  const own = [...older.rest].filter((word) => !newer.rest.has(word) && !newer.ousted.has(word))
  const isAboutSame = own.length === 0 || [...newer.rest].every((word) => older.rest.has(word))
  if (!isAboutSame || !(oustsIt(newer, older) || hasOther(newer, older))) return undefined
  const isNarrower = [...newer.rest].some((word) => !older.rest.has(word))
  if (!oustsIt(newer, older)) return isNarrower || own.length > 0 ? "maybe" : "sure"
  return own.length <= MOST_LOST ? "sure" : "maybe"
}

function oustsIt({ ousted, alternatives }: Stance, older: Stance): boolean {
  const held = (word: string) => older.alternatives.has(word) || older.rest.has(stemOf(word))
  return [...ousted].some(held) && ![...alternatives].some((word) => older.alternatives.has(word))
}

function hasOther(newer: Stance, older: Stance): boolean {
  const isOtherNumber = [...newer.numbers].some(([name, value]) => (older.numbers.get(name) ?? value) !== value)
  if (isOtherNumber) return true
  return ALTERNATIVES.some((names) => {
    const [own, theirs] = [newer, older].map(({ alternatives }) => [...alternatives].filter((word) => names.has(word)))
    return own?.length === 1 && theirs?.length === 1 && own[0] !== theirs[0]
  })
}
