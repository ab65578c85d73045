// No text, whoever wrote it, may take more than linear time: quadratic code would run for minutes on such texts and be ended by the test's
// own deadline.
import { expect, test } from "bun:test"
import { candidatesIn, rememberIn } from "../../test/bed/requests.ts"
import { classifyFact } from "../facts/fact-type.ts"

const SIZE = 150_000
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE)
const hostile = [
  ..."a / . ? : , - * _ # > ` [ ] ( < 。 记 把 を 는 😀 \u200b \ud83d".split(" "),
  " ",
  "\n",
  "\r\n",
  "\t",
  "please ",
  "please, ",
  "remember ",
  "remember this ",
  "remember: ",
  "remember: a. ",
  "remember this:\n",
  "remember this:\n- a b c d e\n",
  "don't ",
  "don't remember ",
  "do not forget that ",
  "forget ",
  "forget that ",
  "from now on ",
  "keep in mind ",
  "keep in mind a ",
  "update your memory: ",
  "make a note ",
  "delete the memory of ",
  ", and then ",
  " and now fix ",
  "; then ",
  "tests need ",
  "the a is ",
  "'s ",
  "ten en cuenta ",
  "behalte im Kopf ",
  "y luego ",
  "und dann ",
  "然后",
  "、そして",
  " 그리고 ",
  "에 대한 기억을 ",
  "に関する記憶を",
  "going forward ",
  "i prefer ",
  "merk dir ",
  "merk dir nicht ",
  "bitte ",
  "vergiss ",
  "ab jetzt ",
  "mir ist ",
  "recuerda que ",
  "por favor ",
  "no olvides ",
  "a partir de ahora ",
  "请",
  "请记住",
  "记住，",
  "不要记住",
  "忘记",
  "从现在开始",
  "覚えて",
  "ことを覚えて",
  "忘れて",
  "今後は",
  "기억해",
  "는 것을 ",
  "기억하지 마 ",
  "잊어 ",
  "<private>",
  "</private>",
  "Memory candidates:",
  "Memory candidates:\n",
  "Memory candidates:\n- [project] a b c\n",
  "## Memory Candidates\n",
  "<workspace_memory_candidates>",
  "<workspace_memory_candidates>\n",
  "</workspace_memory_candidates>",
  "- [project] some words here\n",
  "- [project] ",
  "- project: ",
  "- [",
  "  a\n",
  "REINFORCE [M1]\n",
  "REINFORCE [M1] ",
  "REPLACE [M1] [project] a\n",
  "[M1] ",
  "```\n",
  "> a\n",
  "rember ",
  "remmebr that ",
  "souviens-toi que ",
  "lembre-se de que ",
  "запомни, что ",
  "ricordati che ",
  "note to self: ",
  "can you please also ",
  "From: a@b\n",
  "Bob: a b c d e\n",
  "Title\n",
  "12:00 bob: a\n",
  "Bob  12:00\n",
  "<a>\n",
  "</a>\n",
  "<a b>",
  "bob says: ",
  "thanks\nBob\n",
  "# a\n\nb\n",
  '\\"',
  "https://",
  "my ",
  "decided ",
  "src/",
]

test.each(hostile.map((unit) => [unit]))("much of %j", (unit) => {
  const text = fill(unit)
  for (const body of [
    text,
    `remember that ${text}`,
    `remember: ${text}\nremember this`,
    `${text}, please remember that`,
  ]) {
    const { facts, forget, negated } = rememberIn(body)
    expect(facts.length + forget.length + negated.length).toBeLessThanOrEqual(60)
    for (const { text: said, detail = "" } of facts)
      expect([said.length <= 260, detail.length <= 4000]).toEqual([true, true])
  }
  for (const body of [
    text,
    `Memory candidates:\n${text}`,
    `Memory candidates:\n- [project] ${text}`,
    `${text}\nMemory candidates:\n(none)`,
  ]) {
    const { candidates, reinforce, replace, refused } = candidatesIn(body)
    expect(candidates.length + replace.length).toBeLessThanOrEqual(50)
    expect(reinforce.length).toBeLessThanOrEqual(50)
    expect(refused.length).toBeLessThanOrEqual(50)
    for (const { text: said, detail = "" } of candidates)
      expect([said.length <= 260, detail.length <= 4000]).toEqual([true, true])
  }
  expect(["project", "global"]).toContain(classifyFact(text, { projectNames: [unit, "a", text] }).scope)
})
