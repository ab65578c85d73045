import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type Remembered, type RememberedFact, rememberIn } from "../../test/bed/requests.ts"

const none: Remembered = { facts: [], bare: false, forget: [], negated: [] }
const fact = (text: string, why: RememberedFact["why"] = "user:remember") => ({ ...none, facts: [{ text, why }] })
const kept = (text: string) => rememberIn(text).facts.map((one) => one.text)

describe("English", () => {
  test.each([
    ["remember that we use pnpm", "we use pnpm"],
    ["Remember: we use pnpm", "we use pnpm"],
    ["Remember, we use pnpm.", "we use pnpm."],
    ["remember we use pnpm", "we use pnpm"],
    ["please remember that CI runs on Node 20", "CI runs on Node 20"],
    ["Please, remember this: CI runs on Node 20", "CI runs on Node 20"],
    ["remember this: use pnpm for all packages", "use pnpm for all packages"],
    ["remember this one: use pnpm", "use pnpm"],
    ["Remember this about me: I am a nurse", "I am a nurse"],
    ["remember this for next time: deploy with make ship", "deploy with make ship"],
    ["remember this is a monorepo", "this is a monorepo"],
    ["remember that's the staging port", "that's the staging port"],
    ["Remember not to push to main", "not to push to main"],
    ["remember never to push to main", "never to push to main"],
    ["Remember: don't push to main", "don't push to main"],
    ["remember: never commit secrets", "never commit secrets"],
    ["remember port 5433 is Postgres", "port 5433 is Postgres"],
    ["Remember `npm run e2e` needs Docker", "`npm run e2e` needs Docker"],
    ["**Remember:** use tabs everywhere", "use tabs everywhere"],
    ["- remember: use tabs everywhere", "use tabs everywhere"],
    ["Also remember that my name is Ann", "my name is Ann"],
    ["Ok, so please remember that my name is Ann", "my name is Ann"],
    ["Hey Claude, remember that my name is Ann", "my name is Ann"],
    ["Thanks. Remember that my name is Ann.", "my name is Ann."],
    ["I want you to remember that tests need Redis", "tests need Redis"],
    ["You must remember that tests need Redis", "tests need Redis"],
    ["Make sure you remember that tests need Redis", "tests need Redis"],
    ["Could you please remember that we use pnpm?", "we use pnpm"],
    ["memorize this: the port is 5433", "the port is 5433"],
    ["save this: the port is 5433", "the port is 5433"],
    ["Save this to memory: the port is 5433", "the port is 5433"],
    ["save to memory: the port is 5433", "the port is 5433"],
    ["add this to memory: the port is 5433", "the port is 5433"],
    ["Add to your memory that the port is 5433", "the port is 5433"],
    ["add this to your long-term memory: the port is 5433", "the port is 5433"],
    ["commit this to memory: the port is 5433", "the port is 5433"],
    ["Commit to memory that the port is 5433", "the port is 5433"],
    ["note this down: the port is 5433", "the port is 5433"],
    ["Don't forget that Friday is a freeze", "Friday is a freeze"],
    ["don’t forget: Friday is a freeze", "Friday is a freeze"],
    ["do not forget Friday is a freeze", "Friday is a freeze"],
    ["Never forget that prod is in Ohio", "prod is in Ohio"],
    ["We use pnpm here, please remember that.", "We use pnpm here"],
    ["Prod is in Ohio, don't forget that", "Prod is in Ohio"],
    ['remember "prod is in Ohio"', "prod is in Ohio"],
    ["remember that we decided to use Kafka", "we decided to use Kafka"],
    ["remember that the CI fails", "the CI fails"],
    ["remember - never push to main", "never push to main"],
    ["Remember — never push to main", "never push to main"],
    ["So remember: **never** push to main", "**never** push to main"],
    ["REMEMBER: NEVER PUSH TO MAIN", "NEVER PUSH TO MAIN"],
    ["remember that we use pnpm, please", "we use pnpm"],
    ["Can you save this to memory: the port is 5433", "the port is 5433"],
    ["Note: remember that we use pnpm", "we use pnpm"],
    ["Remember: check whether the cache is warm", "check whether the cache is warm"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "remember when we tried Redis",
    "Remember when we tried Redis?",
    "remember how it broke",
    "Remember what I said about ports",
    "remember the last time we deployed",
    "remember that time we lost the data",
    "Do you remember the port?",
    "do you remember that we use pnpm",
    "Did you remember that?",
    "could you remember to run the tests?",
    "Remember that we use pnpm?",
    "Remember?",
    "remember to run the tests",
    "Please remember to push the tags",
    "don't forget to push the tags",
    "I remember that it was slow",
    "I remembered that it was slow",
    "I can't remember that",
    "I don't remember what it was",
    "we told you to remember that",
    "he said remember that it is slow",
    "She asked me to remember the port",
    "The cache remembers that it was set",
    "remembering this is hard",
    "I will not forget to remember this: use pnpm",
    'He wrote "remember this: use pnpm"',
    "`remember this: use pnpm`",
    "> remember this: use pnpm",
    "```\nremember this: use pnpm\n```",
    "// remember that we use pnpm",
    "2026-01-01T10:00:00Z remember this: use pnpm",
    "Save this file as a.ts please",
    "save this to src/a.ts",
    "Store it in memory instead of on disk",
    "add in memory cache support to the client",
    "add memory to the virtual machine",
    "note that the port changed to 81",
    "remember short",
    "remember this: later",
    "remember this: next time",
    "remember me",
    "Remember-me checkbox is broken",
    "remember me checkbox is broken",
    "The remember function caches values",
    "Remember that one time when it crashed",
    "Forget password flow is broken",
    "Forget-me-not",
    "Forget the tests for now",
    "Hey, remember I told you about it?",
    "forget it",
    "Never mind, forget it.",
    "Forget that, use npm instead",
    "forget about it",
    "I always forget that flag",
    "Don't worry about it",
    "",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each([
    "remember this",
    "Please remember this.",
    "remember that!",
    "please remember this one",
    "Remember it",
    "Save this",
    "save this for later",
    "save this to memory",
    "commit this to memory, please",
    "note this down",
    "dont forget",
    "don't forget this",
    "remember my email",
    "remember the port",
    "don't forget the tea",
    "Could you please remember this?",
    "Remember this:\n```\nport 5433\n```",
  ])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["please don't remember this: use npm cache", "use npm cache"],
    ["Do not remember that: temp", "temp"],
    ["never remember this: the db password is hunter2", "the db password is [REDACTED:password]"],
    ["Don't save this: the port is 81", "the port is 81"],
    ["don't add this to memory: the port is 81", "the port is 81"],
    ["You don't need to remember that we use npm", "we use npm"],
    ["No need to remember that we use npm", "we use npm"],
    ["there's no need to remember the npm cache", "the npm cache"],
    ["I don't want you to remember that I use npm", "I use npm"],
    ["We use npm on this box, but don't remember that.", "We use npm on this box"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["forget that we use npm", "we use npm"],
    ["Please forget that we use npm.", "we use npm."],
    ["forget about the npm cache rule", "the npm cache rule"],
    ["Forget what I said about tabs", "tabs"],
    ["You can forget that we use npm", "we use npm"],
    ["forget my email address", "my email address"],
    ["remove the npm rule from your memory", "the npm rule"],
    ["Delete my birthday from memory, please", "my birthday"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})

describe("standing rules and preferences", () => {
  const rule = "user:from-now-on"
  const preference = "user:preference"
  test.each<[string, string, RememberedFact["why"]]>([
    ["from now on: reply in Traditional Chinese", "reply in Traditional Chinese", rule],
    ["From now on, please use pnpm.", "use pnpm.", rule],
    ["So from now on always run the linter", "always run the linter", rule],
    ["Use pnpm from now on.", "Use pnpm.", rule],
    ["Please reply in German from now on", "reply in German", rule],
    ["Use pnpm, from now on, for everything", "Use pnpm for everything", rule],
    ["From now on don't use npm", "don't use npm", rule],
    ["From now on, if a test fails, run it twice", "if a test fails, run it twice", rule],
    ["going forward: use pnpm instead of npm", "use pnpm instead of npm", rule],
    ["Going forward, we squash all commits", "we squash all commits", rule],
    ["We squash all commits going forward", "We squash all commits", rule],
    ["从现在开始用中文回答", "用中文回答", rule],
    ["從現在開始，請用繁體中文回答", "用繁體中文回答", rule],
    ["请从现在开始只用 pnpm", "只用 pnpm", rule],
    ["以后请用中文回答", "用中文回答", rule],
    ["以後請使用繁體中文回答", "使用繁體中文回答", rule],
    ["今後は日本語で答えてください", "日本語で答えてください", rule],
    ["これからはpnpmを使ってね", "pnpmを使ってね", rule],
    ["앞으로는 한국어로 답해줘", "한국어로 답해줘", rule],
    ["이제부터 pnpm을 사용해", "pnpm을 사용해", rule],
    ["Antworte ab jetzt auf Deutsch", "Antworte auf Deutsch", rule],
    ["Ab sofort: nur noch pnpm", "nur noch pnpm", rule],
    ["Ab jetzt benutzen wir pnpm", "Ab jetzt benutzen wir pnpm", rule],
    ["Wir nutzen künftig pnpm", "Wir nutzen pnpm", rule],
    ["Bitte in Zukunft, kurze Commits", "kurze Commits", rule],
    ["A partir de ahora, responde en español", "responde en español", rule],
    ["Responde en español de ahora en adelante.", "Responde en español.", rule],
    ["En adelante usa pnpm siempre", "usa pnpm siempre", rule],
    ["i prefer tabs over spaces in Go", "i prefer tabs over spaces in Go", preference],
    ["I prefer that you ask before a commit", "I prefer that you ask before a commit", preference],
    ["I prefer small commits", "I prefer small commits", preference],
    ["my preference is small commits", "my preference is small commits", preference],
    ["我偏好简短的回答", "我偏好简短的回答", preference],
    ["我偏好簡短的回答", "我偏好簡短的回答", preference],
    ["Ich bevorzuge kurze Antworten", "Ich bevorzuge kurze Antworten", preference],
    ["Prefiero respuestas cortas", "Prefiero respuestas cortas", preference],
  ])("%p", (text, expected, why) => {
    expect(rememberIn(text)).toEqual(fact(expected, why))
  })

  test.each([
    "Should we use pnpm from now on?",
    "If we use pnpm from now on, what breaks",
    "It will work from now on",
    "from now on it works again",
    "He said from now on we use Oracle",
    "They ship weekly going forward",
    "We are going forward with the plan",
    "The car was going forward",
    "maybe we use pnpm from now on",
    "I prefer the second option",
    "I prefer option B here",
    "I prefer this one",
    "I prefer tabs for now",
    "I preferred tabs in the old code",
    "He said I prefer tabs",
    "Do I prefer tabs?",
    "“from now on, use npm”",
    "如果从现在开始用 Redis 会怎样？",
    "他说从现在开始用中文",
    "我偏好第二个方案",
    "今後どうなるか分からない",
    "今後はどうしますか",
    "앞으로 어떻게 될까요?",
    "앞으로 비가 온다",
    "Ab jetzt funktioniert es wieder",
    "Es läuft ab sofort wieder",
    "Wird das in Zukunft gehen?",
    "Das wird in Zukunft besser",
    "Ich bevorzuge die zweite Variante",
    "A partir de ahora funciona bien",
    "Si usamos pnpm a partir de ahora, algo falla",
    "Prefiero la segunda opción",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })
})

describe("a whole message", () => {
  test("requests of several lines, and what is between them", () => {
    const text =
      "remember this: Prefer deterministic tests.\nThe build is red.\ndon't remember this: temporary value sushi\nremember this: later\nforget that we use npm"
    expect(rememberIn(text)).toEqual({
      facts: [{ text: "Prefer deterministic tests.", why: "user:remember" }],
      bare: false,
      negated: ["temporary value sushi"],
      forget: ["we use npm"],
    })
  })

  test("the same said twice is one fact", () => {
    expect(kept("remember this: use pnpm always\nremember this: USE  PNPM always")).toEqual(["use pnpm always"])
  })

  test("a list that is announced is one fact a line", () => {
    const text =
      "Please remember the following:\n- we use pnpm\n- CI runs on Node 20. Never on 18.\n\nNow fix the test."
    expect(kept(text)).toEqual(["we use pnpm", "CI runs on Node 20. Never on 18."])
    expect(kept("记住以下内容：\n1. 端口是 5433\n2. 我们用 pnpm")).toEqual(["端口是 5433", "我们用 pnpm"])
    expect(kept("Remember these rules:\n\nwe use pnpm")).toEqual(["we use pnpm"])
  })

  test("after a colon what follows on the line belongs to it, until something else is asked for", () => {
    expect(kept("Remember: we use pnpm. CI uses npm. Now fix the test.")).toEqual(["we use pnpm. CI uses npm."])
    expect(kept("Remember: we use pnpm. Can you fix the test?")).toEqual(["we use pnpm."])
    expect(kept("Remember that we use pnpm. The test is red.")).toEqual(["we use pnpm."])
  })

  test("a wrapped line is one fact", () => {
    expect(kept(`remember that the staging database is restored every night at\ntwo o'clock from production`)).toEqual([
      "the staging database is restored every night at two o'clock from production",
    ])
  })

  test("a long fact keeps its rest as detail", () => {
    const sentence = "The staging database is restored every night from a dump. "
    const [long] = rememberIn(`remember: ${sentence.repeat(8)}`).facts
    expect(long?.text).toBe(sentence.repeat(4).trim())
    expect(long?.detail).toBe(sentence.repeat(4).trim())
    const [endless] = rememberIn(`remember that ${"word ".repeat(3000)}`).facts
    expect(endless?.text).toMatch(/^word .{240,255}…$/)
    expect(endless?.detail?.length).toBeLessThanOrEqual(4000)
    expect(endless?.detail?.length).toBeGreaterThan(3900)
  })

  test("private text is never part of a fact", () => {
    expect(kept("remember that the port is 5433 <private>and the code is sushi</private>")).toEqual([
      "the port is 5433 [private]",
    ])
    expect(rememberIn("remember: <private>the code is sushi</private>").facts).toEqual([])
    expect(JSON.stringify(rememberIn("remember: <private>the code is sushi"))).not.toContain("sushi")
  })

  test("twenty facts at most", () => {
    const many = Array.from({ length: 100 }, (_, at) => `remember that port ${at} is taken`).join("\n")
    expect(rememberIn(many).facts).toHaveLength(20)
  })
})

describe("any text", () => {
  const word = fc.constantFrom(
    ..."remember this that : , . ? ! don't not never forget from now on I prefer merk dir nicht dass recuerda que olvida 记住 不要 这个 覚えておいて 忘れて 기억해줘 잊어 ` \" > \n - * we use pnpm 5433".split(
      " ",
    ),
    "\n",
    " ",
  )
  test("gives facts of one line, long enough, within their bounds", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const { facts, forget, negated } = rememberIn(text)
          for (const { text: said, detail = "" } of facts) {
            expect(said).toMatch(/^\S[^\n]*$/)
            expect(said.length).toBeLessThanOrEqual(260)
            expect(detail.length).toBeLessThanOrEqual(4000)
          }
          for (const said of [...forget, ...negated]) expect(said).toMatch(/^[^\n]{1,260}$/)
        },
      ),
      { numRuns: 500 },
    )
  })

  test("in a fence or a quote asks for nothing", () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(" ").replaceAll("`", "")
        expect(rememberIn(`\`\`\`\n${text}\n\`\`\``)).toEqual(none)
        expect(
          rememberIn(
            text
              .split("\n")
              .map((line) => `> ${line}`)
              .join("\n"),
          ),
        ).toEqual(none)
      }),
    )
  })
})
