import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type Remembered, type RememberedFact, rememberIn } from "./remember.ts"

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
    ["never remember this: the db password is hunter2", "the db password is hunter2"],
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
    '"from now on, use npm"',
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

describe("Chinese", () => {
  test.each([
    ["记住：我们用 pnpm", "我们用 pnpm"],
    ["記住：使用 pnpm 來管理套件", "使用 pnpm 來管理套件"],
    ["记住我们用 pnpm", "我们用 pnpm"],
    ["请记住，我们用 pnpm", "我们用 pnpm"],
    ["請記住：使用 pnpm 管理套件", "使用 pnpm 管理套件"],
    ["記住這點：用 TypeScript 撰寫程式碼", "用 TypeScript 撰寫程式碼"],
    ["记住这个：端口是 5433", "端口是 5433"],
    ["请你记住这一点：端口是 5433", "端口是 5433"],
    ["帮我记住端口是 5433", "端口是 5433"],
    ["幫我記一下：端口是 5433", "端口是 5433"],
    ["记一下，端口是 5433", "端口是 5433"],
    ["记下来：端口是 5433", "端口是 5433"],
    ["記下來：端口是 5433", "端口是 5433"],
    ["记得我们用 pnpm", "我们用 pnpm"],
    ["記得用繁體中文", "用繁體中文"],
    ["请记得，提交前先跑测试", "提交前先跑测试"],
    ["一定要记住不要推到 main", "不要推到 main"],
    ["另外，请记住我叫王小明", "我叫王小明"],
    ["对了，记住我的邮箱是 a@example.com", "我的邮箱是 a@example.com"],
    ["把端口是 5433 这件事记住", "端口是 5433"],
    ["请把“端口是 5433”记下来", "端口是 5433"],
    ["我们用 pnpm，请记住。", "我们用 pnpm"],
    ["端口是 5433，记一下", "端口是 5433"],
    ["我们只用 pnpm，记住了哦", "我们只用 pnpm"],
    ["保存到记忆：端口是 5433", "端口是 5433"],
    ["記住：部署前要檢查是否有未提交的更改", "部署前要檢查是否有未提交的更改"],
    ["牢记：不要推到 main", "不要推到 main"],
    ["我希望你记住端口是 5433", "端口是 5433"],
    ["能帮我记住端口是 5433 吗？", "端口是 5433"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "你记住了吗？",
    "记住了吗",
    "记住了。",
    "我记住了",
    "我记得用的是 pnpm",
    "记得上次部署失败了",
    "記得那次我們用 Redis 嗎？",
    "还记得端口吗？",
    "你还记得我们用什么吗",
    "不记得端口了",
    "我不記得端口是多少",
    "他让我记住端口是 5433",
    "记得要更新版本号",
    "别忘了跑测试",
    "不要忘记提交代码",
    "记录一下日志格式的代码在哪里？",
    "记忆体用量太高了",
    "记住：以后",
    "记住它吧",
    "“记住：用 npm”",
    "> 记住：用 npm",
    "`记住：用 npm`",
    "我忘记密码了",
    "你忘了关闭连接",
    "忘了带上参数",
    "算了，忘了吧",
    "他决定记住这些",
    "忘记密码页面报错",
    "忘記密碼的功能壞了",
    "忘了告诉你，端口是 5433",
  ])("nothing in %p", (text) => {
    expect({ ...rememberIn(text), bare: false }).toEqual(none)
  })

  test.each(["记住这个", "请记住这点。", "記住這個", "帮我记一下", "记下来", "请记住", "记住我的邮箱", "把这个记住"])(
    "bare: %p",
    (text) => {
      expect(rememberIn(text)).toEqual({ ...none, bare: true })
    },
  )

  test.each([
    ["不要記住：這個 repo 使用 npm cache", "這個 repo 使用 npm cache"],
    ["请不要记住我用 npm", "我用 npm"],
    ["别记住这个：端口是 81", "端口是 81"],
    ["別記下來：端口是 81", "端口是 81"],
    ["不用记住端口是 81", "端口是 81"],
    ["不用記一下，端口是 81", "端口是 81"],
    ["我这里用 npm，不要记住", "我这里用 npm"],
    ["不要把端口是 81 记下来", "端口是 81"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["忘记我们用 npm 的规则", "我们用 npm 的规则"],
    ["请忘记我的邮箱", "我的邮箱"],
    ["請忘記關於 npm 的規則", "npm 的規則"],
    ["忘掉 npm 的规则吧", "npm 的规则吧"],
    ["把 npm 的规则忘掉", "npm 的规则"],
    ["请把我的邮箱从记忆里删除", "我的邮箱"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})

describe("Japanese", () => {
  test.each([
    ["覚えておいて: このプロジェクトは pnpm を使う", "このプロジェクトは pnpm を使う"],
    ["覚えておいて、ポートは5433です", "ポートは5433です"],
    ["覚えておいてください：ポートは5433です", "ポートは5433です"],
    ["覚えて: ポートは5433", "ポートは5433"],
    ["メモして: ポートは5433", "ポートは5433"],
    ["メモしておいてね、ポートは5433", "ポートは5433"],
    ["忘れないで: ポートは5433", "ポートは5433"],
    ["忘れないでください、ポートは5433です", "ポートは5433です"],
    ["これを覚えておいて: ポートは5433", "ポートは5433"],
    ["ポートは5433だと覚えておいて", "ポートは5433だ"],
    ["ポートは5433だということを覚えておいてください。", "ポートは5433だ"],
    ["私の名前は田中です、覚えてね", "私の名前は田中です"],
    ["テストはBunで動かすことをメモしておいて", "テストはBunで動かす"],
    ["金曜はデプロイ禁止ってことを忘れないで", "金曜はデプロイ禁止って"],
    ["ポートは5433だと覚えておいてもらえますか？", "ポートは5433だ"],
    ["ポートは5433、覚えておいてほしいです", "ポートは5433"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "覚えていますか？",
    "ポートを覚えている？",
    "覚えていない",
    "ポート番号を覚えてない",
    "覚えてた",
    "彼はポートを覚えていた",
    "覚えておいてと言われた",
    "前にRedisを試したのを覚えてる？",
    "メモリを増やして",
    "メモして終わった",
    "忘れずにテストを実行して",
    "「覚えておいて: npmを使う」",
    "> 覚えておいて: npmを使う",
    "`覚えておいて: npm`",
    "覚えておいて: あとで",
    "パスワードを忘れてしまった",
    "忘れていた",
    "パスワードを忘れてログインできない",
    "それは忘れて",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each([
    "覚えておいて",
    "これを覚えておいて。",
    "覚えてください",
    "メモしておいて",
    "忘れないで",
    "ポートを覚えて",
    "データベースのポートを覚えておいて",
  ])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["覚えないで: 一時的なメモ", "一時的なメモ"],
    ["覚えないで 覚えて: 一時的なメモ", "覚えて: 一時的なメモ"],
    ["ポートは81だと覚えないでください", "ポートは81だ"],
    ["ポートのことは覚えなくていいです", "ポートの"],
    ["一時的な値は保存しないで", "一時的な値"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["npmのルールを忘れて", "npmのルール"],
    ["npmのルールは忘れてください。", "npmのルール"],
    ["私のメールアドレスのことは忘れていいよ", "私のメールアドレス"],
    ["忘れて: npmのルール", "npmのルール"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})

describe("Korean", () => {
  test.each([
    ["기억해줘: 이 프로젝트는 pnpm을 사용한다", "이 프로젝트는 pnpm을 사용한다"],
    ["기억해: 포트는 5433이다", "포트는 5433이다"],
    ["기억해 줘, 포트는 5433이야", "포트는 5433이야"],
    ["기억해 주세요: 포트는 5433입니다", "포트는 5433입니다"],
    ["기억해줘 포트는 5433이야", "포트는 5433이야"],
    ["메모해줘: 포트는 5433이다", "포트는 5433이다"],
    ["잊지 마: 금요일은 배포 금지", "금요일은 배포 금지"],
    ["잊지 마세요, 금요일은 배포 금지입니다", "금요일은 배포 금지입니다"],
    ["이거 기억해줘: 포트는 5433이다", "포트는 5433이다"],
    ["포트는 5433이라는 것을 기억해줘", "포트는 5433이라"],
    ["이 프로젝트는 pnpm을 쓴다는 걸 기억해 주세요.", "이 프로젝트는 pnpm을 쓴다"],
    ["내 이름은 민수야, 기억해줘", "내 이름은 민수야"],
    ["금요일은 배포 금지, 잊지 마", "금요일은 배포 금지"],
    ["포트는 5433이라고 기억해 줄래?", "포트는 5433이라"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "기억해?",
    "기억하니?",
    "포트를 기억해?",
    "기억 안 나",
    "기억이 나지 않는다",
    "나는 포트를 기억한다",
    "그는 포트를 기억했다",
    "예전에 Redis 쓴 거 기억나?",
    "기억해 봐 어제 뭐 했는지",
    "기억해 달라고 그가 말했다",
    "메모리를 늘려줘",
    "잊지 말고 테스트 돌려줘",
    '"기억해줘: npm을 쓴다"',
    "> 기억해줘: npm을 쓴다",
    "기억해줘: 나중에",
    "비밀번호를 잊어버렸어",
    "잊어버렸다",
    "그거 잊어",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each(["기억해줘", "이거 기억해줘.", "기억해 주세요", "메모해줘", "잊지 마"])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["기억하지 마: 일시적인 메모", "일시적인 메모"],
    ["기억하지 마 기억해: 일시적인 메모", "기억해: 일시적인 메모"],
    ["포트가 81이라는 건 기억하지 마세요", "포트가 81이라는 건"],
    ["이 값은 저장하지 말아 주세요", "이 값"],
    ["포트는 기억할 필요 없어요", "포트"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["npm 규칙을 잊어줘", "npm 규칙"],
    ["npm 규칙은 잊어버려", "npm 규칙"],
    ["내 이메일은 잊어 주세요.", "내 이메일"],
    ["잊어줘: npm 규칙", "npm 규칙"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})

describe("German", () => {
  test.each([
    ["Merk dir, dass wir pnpm benutzen", "wir pnpm benutzen"],
    ["Merk dir bitte: wir benutzen pnpm", "wir benutzen pnpm"],
    ["Merke dir das: wir benutzen pnpm", "wir benutzen pnpm"],
    ["Bitte merk dir, dass der Port 5433 ist", "der Port 5433 ist"],
    ["merk dir das bitte: Port 5433 ist Postgres", "Port 5433 ist Postgres"],
    ["Merk dir Port 5433 für Postgres", "Port 5433 für Postgres"],
    ["Merken Sie sich bitte, dass der Port 5433 ist", "der Port 5433 ist"],
    ["Merkt euch: freitags kein Deployment", "freitags kein Deployment"],
    ["Bitte merken: freitags kein Deployment", "freitags kein Deployment"],
    ["Ok, bitte merken, dass freitags Pause ist", "freitags Pause ist"],
    ["Denk daran, dass freitags Pause ist", "freitags Pause ist"],
    ["Denke bitte daran: freitags ist Pause", "freitags ist Pause"],
    ["Vergiss nicht, dass freitags Pause ist", "freitags Pause ist"],
    ["Vergiss bitte nicht: freitags ist Pause", "freitags ist Pause"],
    ["Vergessen Sie nicht, dass freitags Pause ist", "freitags Pause ist"],
    ["Nicht vergessen: freitags ist Pause", "freitags ist Pause"],
    ["Notiere dir: freitags ist Pause", "freitags ist Pause"],
    ["Speichere das: freitags ist Pause", "freitags ist Pause"],
    ["Speichere bitte im Gedächtnis: freitags ist Pause", "freitags ist Pause"],
    ["Halte fest, dass freitags Pause ist", "freitags Pause ist"],
    ["Ich möchte, dass du dir merkst, dass freitags Pause ist", "freitags Pause ist"],
    ["Du sollst dir merken, dass freitags Pause ist", "freitags Pause ist"],
    ["Kannst du dir bitte merken, dass freitags Pause ist?", "freitags Pause ist"],
    ["Könnten Sie sich bitte merken: freitags ist Pause?", "freitags ist Pause"],
    ["Freitags ist Pause, merk dir das.", "Freitags ist Pause"],
    ["Freitags ist Pause, vergiss das bitte nicht!", "Freitags ist Pause"],
    ["Merk dir: das geht so nicht", "das geht so nicht"],
    ["Merk dir, dass wir npm nicht mögen", "wir npm nicht mögen"],
    ["Merk dir nicht nur den Port 81, sondern auch 82", "nicht nur den Port 81, sondern auch 82"],
    ["Denk dran, dass freitags Pause ist", "freitags Pause ist"],
    ["Merke: freitags ist Pause", "freitags ist Pause"],
    ["Übrigens, merk dir, dass ich Anna heiße", "ich Anna heiße"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "Merkst du dir das?",
    "Hast du dir den Port gemerkt?",
    "Ich habe mir den Port gemerkt",
    "Ich merke mir das",
    "Ich kann mir das nicht merken",
    "Er sagte, merk dir den Port",
    "Merk dir, wie das geht",
    "Merk dir das?",
    "Erinnerst du dich an den Port?",
    "Ich erinnere mich nicht an den Port",
    "Denk daran, die Tests laufen zu lassen",
    "Vergiss nicht, die Tests zu starten",
    "Denk daran",
    "Ich habe den Port vergessen",
    "Das merkt man sofort",
    "Man merkt dir das an",
    "Vergiss es",
    "Ach, vergiss das.",
    "Speichere die Datei im Ordner",
    "Speichern geht nicht mehr richtig",
    "Merk dir: später",
    "„Merk dir: wir nutzen npm“",
    "> Merk dir: wir nutzen npm",
    "`Merk dir: npm`",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each([
    "Merk dir das",
    "Merk dir das bitte.",
    "Bitte merken.",
    "Speichere das",
    "Vergiss das nicht!",
    "Merken Sie sich das",
    "Merk dir meine Adresse",
  ])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["Merk dir das nicht: Port 81", "Port 81"],
    ["Merk dir bitte nicht, dass ich npm nutze", "ich npm nutze"],
    ["Merk dir den Port bitte nicht.", "den Port bitte"],
    ["Bitte nicht merken: Port 81", "Port 81"],
    ["Nicht speichern: Port 81", "Port 81"],
    ["Speichere das nicht: Port 81", "Port 81"],
    ["Du musst dir nicht merken, dass ich npm nutze", "ich npm nutze"],
    ["Du brauchst dir nicht zu merken, dass ich npm nutze", "ich npm nutze"],
    ["Hier läuft npm, merk dir das aber nicht", "Hier läuft npm"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["Vergiss, dass wir npm benutzen", "wir npm benutzen"],
    ["Vergiss bitte die Regel mit npm", "npm"],
    ["Vergiss das mit npm", "npm"],
    ["Vergessen Sie bitte, dass wir npm benutzen.", "wir npm benutzen."],
    ["Lösche die npm-Regel aus deinem Gedächtnis", "die npm-Regel"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})

describe("Spanish", () => {
  test.each([
    ["Recuerda que usamos pnpm", "usamos pnpm"],
    ["Recuerda: usamos pnpm", "usamos pnpm"],
    ["recuerda, por favor, que usamos pnpm", "usamos pnpm"],
    ["Por favor, recuerda que el puerto es 5433", "el puerto es 5433"],
    ["Recuerde que el puerto es 5433", "el puerto es 5433"],
    ["Recuerde usted: el puerto es 5433", "usted: el puerto es 5433"],
    ["Recordá que el puerto es 5433", "el puerto es 5433"],
    ["Recuerda esto: el puerto es 5433", "el puerto es 5433"],
    ["¡Recuerda que el puerto es 5433!", "el puerto es 5433!"],
    ["Acuérdate de que el puerto es 5433", "el puerto es 5433"],
    ["Memoriza esto: el puerto es 5433", "el puerto es 5433"],
    ["Anota que el puerto es 5433", "el puerto es 5433"],
    ["Apunta esto: el puerto es 5433", "el puerto es 5433"],
    ["Toma nota: el puerto es 5433", "el puerto es 5433"],
    ["Guarda esto: el puerto es 5433", "el puerto es 5433"],
    ["Guarda en tu memoria que el puerto es 5433", "el puerto es 5433"],
    ["Añade esto a la memoria: el puerto es 5433", "el puerto es 5433"],
    ["No olvides que los viernes no se despliega", "los viernes no se despliega"],
    ["No te olvides de que los viernes no se despliega", "los viernes no se despliega"],
    ["No olvide: los viernes no se despliega", "los viernes no se despliega"],
    ["Quiero que recuerdes que el puerto es 5433", "el puerto es 5433"],
    ["Debes recordar que el puerto es 5433", "el puerto es 5433"],
    ["¿Puedes, por favor, recordar que el puerto es 5433?", "el puerto es 5433"],
    ["¿Podrías recordar, por favor, que el puerto es 5433?", "el puerto es 5433"],
    ["El puerto es 5433, recuérdalo.", "El puerto es 5433"],
    ["El puerto es 5433, no lo olvides", "El puerto es 5433"],
    ["Recuerda no subir nada a main", "no subir nada a main"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "¿Recuerdas el puerto?",
    "¿Recuerdas que usamos pnpm?",
    "¿Recuerda usted el puerto?",
    "Recuerdo que usamos pnpm",
    "No recuerdo el puerto",
    "No recuerda que usamos pnpm",
    "Él recuerda que usamos pnpm",
    "Recordé que usamos pnpm",
    "Recuerda cuando usamos Redis",
    "Recuerda cómo falló todo",
    "Recuerda ejecutar los tests",
    "Acuérdate de ejecutar los tests",
    "No olvides ejecutar los tests",
    "No olvides hacerlo mañana",
    "Recuérdame mañana lo del puerto",
    "Me dijo que recuerde el puerto",
    "Guarda el archivo en src",
    "Guarda esto en un archivo nuevo",
    "Olvidé el puerto del servidor",
    "Olvídalo",
    "Olvida eso.",
    "Olvida contraseña no funciona",
    "Recuerda: más tarde",
    '"Recuerda que usamos npm"',
    "> Recuerda que usamos npm",
    "`Recuerda que usamos npm`",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each([
    "Recuerda esto",
    "Recuerda esto, por favor.",
    "Recuerde eso",
    "Guarda esto",
    "Memoriza esto",
    "Recuerda mi correo",
  ])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["No recuerdes esto: puerto 81", "puerto 81"],
    ["No recuerdes que uso npm", "uso npm"],
    ["Por favor, no recuerdes que uso npm", "uso npm"],
    ["No guardes esto: puerto 81", "puerto 81"],
    ["No hace falta que recuerdes que uso npm", "uso npm"],
    ["No tienes que recordar que uso npm", "uso npm"],
    ["Nunca recuerdes esto: puerto 81", "puerto 81"],
    ["Aquí uso npm, pero no lo recuerdes", "Aquí uso npm"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["Olvida que usamos npm", "usamos npm"],
    ["Por favor, olvida lo de npm", "npm"],
    ["Olvídate de que usamos npm", "usamos npm"],
    ["Olvide que usamos npm.", "usamos npm."],
    ["Borra mi correo de tu memoria", "mi correo"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
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
