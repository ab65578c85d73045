import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { classifyFact } from "./fact-type.ts"

const place = (text: string) => {
  const { type, scope } = classifyFact(text, { projectNames: ["harbor", "@acme/web", "app"] })
  return `${type}, ${scope}`
}

/** What each is expected to be, by its lines. */
const places: Record<string, readonly string[]> = {
  "reference, project": [
    "access is granted by Ines in #team-platform",
    "the dashboard is at https://grafana.example.com/d/1",
    "docs: www.example.com/docs",
    "bugs are tracked in Linear, project INGEST",
    "the specs are in Notion",
    "The API guide is in the handbook repository",
    "the board is in jira",
    "文档在 https://example.com/docs",
    "チケットは Jira にある",
    "문서는 Notion에 있다",
    "Die Tickets liegen in Jira",
    "Los tickets están en Jira",
    "Les tickets sont dans Jira",
    "Os tickets ficam no Jira",
    "I ticket sono in Jira",
    "Тикеты лежат в Jira",
    "The flight recordings are on the NAS under /vol1/flights",
    "The wiring manual is in docs/wiring.pdf",
    "the preview is at preview.harbor.example",
    "Mira is the contact for customs questions",
    "Der Ansprechpartner für den Zoll ist Ole",
    "Los diseños están en Miro",
    "設計書は共有フォルダにあります",
    "디자인은 피그마에 있어요",
    "Die Schnittstelle ist im Confluence beschrieben",
    "ask Petra in #infra if the certificates expire",
    "Ole owns the ingress, ping him about hosts",
    "the carrier's price list is a pdf in the shared drive",
    "Test dumps are in the bucket dumps-small",
  ],
  "decision, project": [
    "after the audit we settled on envelope encryption, key rotation is cheap that way",
    "we're staying on Gradle, the plugin has no Bazel rules",
    "went for SQLite, the box has no room for a server",
    "Server-side rendering was dropped: the app is behind a login",
    "UUIDv7 instead of v4 for primary keys",
    "Vectors were tried in the index and removed, they were twice as slow",
    "The scanner stays handwritten; two generators were tried and gave poor messages",
    "Thumbnails are made on upload and not on request: the plan has no edge functions",
    "Simulation runs at a fixed 60 Hz so that recordings stay comparable",
    "The cache was not added since reads are rare",
    "we decided to use Kafka",
    "We chose Postgres over MySQL",
    "Decision: no ORM",
    "we opted for tRPC",
    "No broker in the importer: plain files for speed",
    "Rates are computed on the server and not in the browser",
    "我们决定用 Kafka",
    "Kafkaを採用しました",
    "Kafka를 쓰기로 결정했다",
    "Wir haben uns für Kafka entschieden",
    "Decidimos usar Kafka",
    "On a choisi Kafka",
    "Escolhemos Kafka",
    "Abbiamo scelto Kafka",
    "Мы решили использовать Kafka",
    "The worker stays single-threaded because the driver is not thread-safe",
    "Images are stored in S3 instead of the database since backups took too long",
    "Yarn was tried and given up",
    "we dropped redis since I am the only one who knew it",
    "wir bleiben bei Java 11 wegen der Kunden",
    "nos quedamos con jQuery porque reescribirlo cuesta mucho",
    "on garde PHP 7 car l'hébergeur n'a rien d'autre",
    "trocamos o Kafka porque era complexo demais",
    "usiamo il polling invece dei websocket perché il proxy li blocca",
    "отказались от MongoDB, потому что нет транзакций",
    "缓存改用 Redis，因为多实例要共享",
    "GraphQLはやめてRESTにした",
  ],
  "project, project": [
    "The old endpoint is still called by two customers and must not be removed before 2027",
    "The nightly export holds a lock from 1 to 2 am, so migrations must not run then",
    "I mailed the vendor about the licence",
    "Uploads over 25 MB are rejected by the proxy",
    "Sentry is disabled in development",
    "Only the release workflow may publish to npm",
    "This project uses pnpm",
    "harbor needs Redis 7",
    "we squash all commits",
    "we use pnpm, not npm",
    "Jonas owns the billing module",
    "the cron container has no bash, only sh",
    "port is 5433",
    "`parseNote` is deprecated",
    "the request timeout is 30 seconds",
    "CI runs on node 20",
    "tests need Docker",
    "Build is slow on Mondays",
    "if it rains, tests need Docker",
    "docker builds need --platform linux/amd64 on my mac",
    "the linear scan is fine for small lists",
    "我们只用 pnpm",
    "端口是 5433",
    "测试需要 Docker",
    "ポートは5433",
    "認証はJWTを使っている",
    "우리는 pnpm만 쓴다",
    "빌드는 Docker가 필요하다",
    "CI läuft auf Node 20",
    "wir nutzen pnpm",
    "el despliegue tarda 10 minutos",
    "usamos commits cortos",
    "on utilise pnpm, pas npm",
    "usamos pnpm, não npm",
    "il database è Postgres",
    "мы используем pnpm",
    "на проде python 3.9",
    "Uploads over 20 MB fail because the proxy cuts them off",
    "The importer must keep Latin-1 because the bank sends it",
    "Jobs are picked up by the worker, not by cron",
    "der Importer braucht Java 17, weil die Bibliothek sonst nicht lädt",
    "CI에서 pnpm을 사용한다",
    "API responses are cached for 5 minutes",
    "las respuestas de la API van en JSON",
    "The user's role is stored in the token",
    "The user is redirected to /login",
    "Socket.io is used for the chat",
  ],
  "user, global": [
    "The user edits in Kakoune",
    "The user is in the UTC+3 time zone",
    "я тестировщик, в коде новичок",
    "i mostly code on the train",
    "ive written go for six years",
    "I never use the mouse",
    "my name is Ann",
    "my time zone is CET",
    "I'm a backend developer",
    "I use fish on macOS",
    "I speak Portuguese",
    "call me Bo",
    "in all my projects I use fish",
    "The user is a designer from Oslo",
    "The user's second language is Dutch",
    "The user knows Kotlin but is new to Swift",
    "dutch is my second language",
    "я пишу на Kotlin",
    "我叫王小明",
    "我用 Neovim 写代码",
    "私の名前は田中です",
    "저는 백엔드 개발자입니다",
    "Ich heiße Anna",
    "Ich benutze Vim",
    "Me llamo Ana",
    "Je m'appelle Anne",
    "Me chamo Ana",
    "Mi chiamo Anna",
    "Меня зовут Анна",
  ],
  "feedback, global": [
    "I prefer tabs over spaces",
    "i prefer short functions",
    "I prefer small modules",
    "my preference is small commits",
    "Ich bevorzuge Tabs",
    "prefiero tabuladores",
    "我喜欢短函数",
    "always answer in German",
    "reply in Traditional Chinese",
    "whatever happens, be brief",
    "answers should be short",
    "no emojis",
    "use tabs in every project",
    "in all my projects, write tests first",
    "使用繁體中文回答",
    "回答要简短",
    "日本語で答えて",
    "絵文字は使わないで",
    "すべてのプロジェクトでタブを使って",
    "한국어로 답해줘",
    "이모지는 쓰지 마",
    "Antworte immer auf Deutsch",
    "Nutze in allen Projekten Tabs",
    "Responde siempre en español",
    "usa tabs en todos los proyectos",
    "réponds toujours en français",
    "responda sempre em português",
    "rispondi sempre in italiano",
    "отвечай на русском",
  ],
  "feedback, project": [
    "Golden files must be regenerated before they are committed",
    "Error texts shown to players must go through the table of translations",
    "New queries go into sql/, not inline",
    "you ask me before you touch the schema",
    "dont rename things while you fix a bug",
    "you keep moving imports around, stop that",
    "before you call it done you read the diff",
    "Prefers explicit types on exported functions",
    "use pnpm instead of npm",
    "never push to main directly",
    "I prefer tabs over spaces in Go",
    "I prefer the tests next to the source",
    "I like small modules here",
    "I prefer fixtures over mocks when we test the importer",
    "I prefer parseLine over splitLine",
    "I prefer src/tests for new tests",
    "Ich bevorzuge Tabs in diesem Projekt",
    "User prefers small pull requests",
    "put new tests in test/whole",
    "never edit schema.sql by hand",
    "tests should be next to the source file",
    "when tests are red, say so",
    "for Go use tabs",
    "unit tests first",
    "Do not run the importer against production",
    "for tests here use the fake clock",
    "use fetch instead of axios because it is built in",
    "The user rejected the wrapper and wants plain calls",
    "Releases are made by the user",
    "Der Nutzer möchte kleine Commits",
    "用户希望先看计划",
    "let me choose the names",
    "every time you change the schema you have to run prisma generate",
    "answer in German in this repo",
    "不要改这个模块",
    "先写测试再写代码",
    "このモジュールは触らないで",
    "이 모듈은 건드리지 마",
    "Ändere die Datenbank nie von Hand",
    "immer zuerst die Tests laufen lassen",
    "Nunca cambies la base de datos a mano",
    "utilise toujours pnpm",
    "nunca faça push sem perguntar",
    "non usare mai any",
    "никогда не пушь в main",
  ],
}

describe("type and scope", () => {
  test.each(Object.keys(places))("%s", (expected) => {
    const wrong = (places[expected] ?? []).filter((text) => place(text) !== expected)
    expect(wrong.map((text) => `${text} → ${place(text)}`)).toEqual([])
  })
})

test("what every project or machine of some kind has is not said of all the user's projects", () => {
  const here = [
    "every build machine has 8 cores",
    "all machines in the cluster run arm64",
    "each tenant project has its own schema",
    "the linter runs in all workspace projects",
    "we never deploy in any client project on fridays",
  ].filter((text) => !place(text).endsWith("project"))
  const everywhere = ["use pnpm in every project", "in all my Rust repos run clippy", "on all my work machines use zsh"]
  expect([here, everywhere.filter((text) => !place(text).endsWith("global"))]).toEqual([[], []])
})

describe("names of the project", () => {
  test("keep a wish about answers in it, as words of their own", () => {
    expect(place("be brief in Harbor")).toBe("feedback, project")
    expect(place("be brief about harbors")).toBe("feedback, global")
    expect(classifyFact("be brief", { projectNames: ["", " ", "b"] }).scope).toBe("global")
  })

  test("any name is found where it stands", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9.*+?()[\]-]{2,12}$/)
    fc.assert(
      fc.property(word, (name) => {
        expect(classifyFact(`be brief in ${name} only`, { projectNames: [name] }).scope).toBe("project")
      }),
    )
  })
})

test("any text has a type and a scope", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const { type, scope } = classifyFact(text, { projectNames: [] })
      expect(["user", "feedback", "project", "decision", "reference"]).toContain(type)
      expect(["project", "global"]).toContain(scope)
    }),
  )
})
