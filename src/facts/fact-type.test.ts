import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { classifyFact } from "./fact-type.ts"

const place = (text: string) => {
  const { type, scope } = classifyFact(text, { projectNames: ["harbor", "@acme/web", "app"] })
  return `${type}, ${scope}`
}

describe("references", () => {
  test.each([
    "the dashboard is at https://grafana.example.com/d/1",
    "docs: www.example.com/docs",
    "bugs are tracked in Linear, project INGEST",
    "open a linear ticket for every bug",
    "ask in the slack channel #infra",
    "the specs are in Notion",
    "the board is in jira",
    "alerts are in Grafana",
    "文档在 https://example.com/docs",
    "仪表盘在 Grafana 里",
    "チケットは Jira にある",
    "문서는 Notion에 있다",
    "Die Tickets liegen in Jira",
    "Los tickets están en Jira",
  ])("%p", (text) => {
    expect(place(text)).toBe("reference, project")
  })
})

describe("decisions", () => {
  test.each([
    "we decided to use Kafka",
    "We chose Postgres over MySQL",
    "decided: no ORM",
    "Decision: no ORM",
    "the team has chosen pnpm",
    "our decision is to stay on Node 22",
    "we opted for tRPC",
    "我们决定用 Kafka",
    "決定使用 Kafka",
    "已采用 Kafka 作为消息队列",
    "Kafkaを採用しました",
    "Kafkaに決めた",
    "Kafka를 쓰기로 결정했다",
    "Kafka를 사용하기로 했다",
    "Wir haben uns für Kafka entschieden",
    "Es wurde beschlossen, Kafka zu nutzen",
    "Decidimos usar Kafka",
    "Hemos elegido Kafka",
  ])("%p", (text) => {
    expect(place(text)).toBe("decision, project")
  })

  test.each([
    "never decide without asking me",
    "let me choose the names",
    "don't choose a library on your own",
    "the linear scan is fine for small lists",
    "the notion of time is tricky",
    "leave some slack in estimates",
  ])("not %p", (text) => {
    expect(place(text)).toStartWith("feedback, ")
  })
})

describe("of this project", () => {
  test.each([
    "the repo uses turborepo",
    "This project uses pnpm",
    "our codebase has no tests for the CLI",
    "in this repository all dates are UTC",
    "harbor needs Redis 7",
    "@acme/web is published from main",
    "the app needs Redis 7",
    "这个项目用 pnpm",
    "本專案使用 pnpm",
    "仓库的主分支是 develop",
    "このプロジェクトは pnpm を使う",
    "リポジトリの主ブランチは develop",
    "이 프로젝트는 pnpm을 사용한다",
    "저장소의 기본 브랜치는 develop이다",
    "Dieses Projekt nutzt pnpm",
    "Im Repo liegen keine Binärdateien",
    "Este proyecto usa pnpm",
    "Nuestro repositorio usa pnpm",
  ])("%p", (text) => {
    expect(place(text)).toBe("project, project")
  })
})

describe("about the person", () => {
  test.each([
    "my name is Ann",
    "my email is ann@example.com",
    "my time zone is CET",
    "My favourite editor is Helix",
    "I am a nurse who learns Python",
    "I'm a backend developer",
    "I’m colour-blind",
    "I work at a bank",
    "I use fish on macOS",
    "I speak Portuguese",
    "call me Bo",
    "in all my projects I use fish",
    "我叫王小明",
    "我的邮箱是 a@example.com",
    "我是后端工程师",
    "我在銀行工作",
    "我用 Neovim 写代码",
    "私の名前は田中です",
    "私はバックエンドエンジニアです",
    "僕のエディタはHelix",
    "내 이름은 민수야",
    "제 이메일은 a@example.com입니다",
    "저는 백엔드 개발자입니다",
    "Ich heiße Anna",
    "Ich bin Ärztin",
    "meine E-Mail ist anna@example.com",
    "Ich benutze Vim",
    "Nenn mich Bo",
    "Me llamo Ana",
    "Soy desarrolladora",
    "mi correo es ana@example.com",
    "Trabajo como enfermera",
  ])("%p", (text) => {
    expect(place(text)).toBe("user, global")
  })
})

describe("how things are to be done", () => {
  test.each([
    "always answer in German",
    "use pnpm instead of npm",
    "reply in Traditional Chinese",
    "I prefer tabs over spaces in Go",
    "small commits, please",
    "use `rg` instead of `grep`",
    "never push to main directly",
    "whatever happens, be brief",
    "I'm not sure is no answer",
    "use tabs in every project",
    "使用繁體中文回答",
    "回答要简短",
    "在所有项目里都用 tabs",
    "日本語で答えて",
    "すべてのプロジェクトでタブを使って",
    "한국어로 답해줘",
    "모든 프로젝트에서 탭을 사용해",
    "Antworte immer auf Deutsch",
    "Nutze in allen Projekten Tabs",
    "Responde siempre en español",
    "usa tabs en todos los proyectos",
  ])("everywhere: %p", (text) => {
    expect(place(text)).toBe("feedback, global")
  })

  test.each([
    "put new tests in test/whole",
    "port is 5433",
    "`parseNote` is deprecated",
    "the port is 5433",
    "端口是 5433",
    "ポートは5433",
    "포트는 5433",
    "never edit schema.sql by hand",
    "run `scripts/check.sh` before a commit",
    "we squash all commits",
    "never touch the database by hand",
    "run the tests with Bun",
    "keep the staging cluster small",
    "use npm here",
    "我们只用 pnpm",
    "不要改这个模块",
    "うちのテストはBunで動かして",
    "このモジュールは触らないで",
    "우리는 pnpm만 쓴다",
    "이 모듈은 건드리지 마",
    "Wir committen klein",
    "Ändere die Datenbank nie von Hand",
    "Nunca cambies la base de datos a mano",
    "usamos commits cortos",
  ])("here: %p", (text) => {
    expect(place(text)).toBe("feedback, project")
  })
})

describe("names of the project", () => {
  test("are words of their own", () => {
    expect(place("let it happen anyway")).toBe("feedback, global")
    expect(place("avoid harbors")).toBe("feedback, global")
    expect(place("Harbor: be brief")).toBe("project, project")
    expect(place("在harbor里用 tabs")).toBe("project, project")
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
      const { type, scope } = classifyFact(text, { projectNames: [text.slice(0, 3)] })
      expect(scope === "global" || ["project", "decision", "reference", "feedback"].includes(type)).toBe(true)
      expect(type !== "user" || scope === "global").toBe(true)
    }),
  )
})

describe("what is told of a thing holds where it was said", () => {
  test.each([
    "the request timeout is 30 seconds",
    "The nightly job takes about 40 minutes",
    "CI runs on node 20",
    "tests need Docker",
    "Tests always need Docker",
    "all services use gRPC",
    "the function should return null",
    "deploys take 10 minutes",
    "Build is slow on Mondays",
    "Postgres 16 is required",
    "`npm run e2e` needs Docker",
    "Friday is a freeze",
    "there are two login forms",
    "it takes an hour to seed",
    "if it rains, tests need Docker",
    "User wants dark mode off by default",
    "the client prefers weekly releases",
    "Redis was replaced by Valkey",
    "comments are stored as markdown",
    "never deploy to production on Fridays",
    "Postgres must be version 16",
    "all endpoints should return JSON",
    "Anna reviews all PRs",
    "set LOG_LEVEL to debug",
    "测试用 pnpm",
    "测试需要 Docker",
    "部署大概需要十分钟",
    "用户数据存在 S3 上",
    "登录页有两个表单",
    "CI 跑在 Node 20 上",
    "部署には10分かかる",
    "ビルドはNode 20で動きます",
    "認証はJWTを使っている",
    "배포는 10분 걸린다",
    "빌드는 Docker가 필요하다",
    "로그인은 JWT를 씁니다",
    "Die Sitzung dauert 15 Minuten",
    "CI läuft auf Node 20",
    "freitags Pause ist",
    "die Tests Docker brauchen",
    "Build dauert 10 Minuten",
    "el despliegue tarda 10 minutos",
    "los tests necesitan Docker",
    "CI corre en Node 20",
    "Node 20 es obligatorio",
  ])("%p", (text) => {
    expect(classifyFact(text, { projectNames: [] }).scope).toBe("project")
  })

  test.each([
    "be brief, nobody has time",
    "make sure everything is tested",
    "Ask what users will see",
    "explain what is going on",
    "short answers are better",
    "answers should be short",
    "commit messages are in English",
    "when tests are red, say so",
    "for Go use tabs",
    "in tests use fakes",
    "functions should be small",
    "named exports only",
    "unit tests first",
    "I like it when code is boring",
    "I hate emojis",
    "you are not allowed to push",
    "no emojis",
    "no trailing semicolons",
    "it's fine to be blunt",
    "build small commits",
    "test edge cases first",
    "in all my projects tests run nightly",
    "my preference is small commits",
    "回答用中文",
    "提交信息用英文写",
    "不要用 emoji",
    "先写测试再写代码",
    "回答は短く",
    "コミットメッセージは英語で",
    "絵文字は使わないで",
    "답변은 짧게",
    "커밋 메시지는 영어로 써줘",
    "이모지는 쓰지 마",
    "Mach es kurz",
    "keine Emojis verwenden",
    "immer zuerst fragen",
    "Antworten sollen kurz sein",
    "Was auch passiert, sei kurz",
    "las respuestas deben ser cortas",
    "no uses emojis",
    "la próxima vez pregunta primero",
    "pase lo que pase, sé breve",
  ])("but a wish is for everywhere: %p", (text) => {
    expect(classifyFact(text, { projectNames: [] })).toEqual({ type: "feedback", scope: "global" })
  })
})
