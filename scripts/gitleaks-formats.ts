// Writes src/redaction/gitleaks-formats.ts from gitleaks' rules (MIT). Of a rule that begins with fixed words its form is taken, as a line of
// our own notation; of one that asks for a vendor's name beside a value, the name. What `own-formats.ts` has already is left out.
//   curl -LO https://raw.githubusercontent.com/gitleaks/gitleaks/<commit>/config/gitleaks.toml
//   node scripts/bun.mjs run scripts/gitleaks-formats.ts gitleaks.toml <commit> <date>
import { readFileSync, writeFileSync } from "node:fs"
import { OWN_FORMATS } from "../src/redaction/own-formats.ts"

const [file = "", commit = "", date = ""] = process.argv.slice(2)
const OWN = OWN_FORMATS.formats
  .trim()
  .split("\n")
  .flatMap((line) => line.split(/ +/)[1]?.split(",") ?? [])
/** Forms that a rule with a place of its own knows better, and names that are ordinary words or stand beside hashes all day. */
const PLACED = /^(?:sk-|xox|hooks|ey|SK|\(\?:https|bedrock|ops_)/
const ORDINARY =
  /^(?:api|auth|frame|hash|key|linear|looker|message|password|private|secret|square|token|xray|github|gitlab|bitbucket|travis)/
const CLASSES: readonly (readonly [string, string])[] = [
  ["D", "0123456789"],
  ["H", "0123456789abcdefABCDEF"],
  ["T", "abcxyzABCXYZ"],
  ["L", "0123456789abcxyz"],
  ["U", "0123456789ABCXYZ"],
  ["A", "0123456789abcxyzABCXYZ"],
  ["W", "0123456789abcxyzABCXYZ_-"],
  ["B", "0123456789abcxyzABCXYZ+/"],
  ["P", "0123456789abcxyzABCXYZ_-.="],
  ["K", "0123456789abcxyzABCXYZ_-+/="],
]

const rules = readFileSync(file, "utf8").split("[[rules]]").slice(1)
const lines: string[] = []
const names = new Set<string>()
const skipped: string[] = []
for (const rule of rules) {
  const id = /^id = "([^"]+)"/m.exec(rule)?.[1] ?? ""
  const regex = /^regex = '''([\s\S]*?)'''/m.exec(rule)?.[1] ?? ""
  if (regex.includes(":{1,3}=")) {
    const named =
      /\(\?:((?:[a-z][a-z_|.()?:-]+))\)\(\?:\[ \\t\\w\.-\]\{0,20\}\)/.exec(regex.replaceAll("(?-i:", "(?:"))?.[1] ??
      id.split("-")[0]
    for (const name of (named ?? "").split("|")) if (/^[a-z]{4,}$/.test(name) && !ORDINARY.test(name)) names.add(name)
    continue
  }
  const form = formOf(regex)
  if (!form) skipped.push(id)
  else {
    const begins = form.begins.filter((begin) => !PLACED.test(begin) && !OWN.some((own) => begin.startsWith(own)))
    if (begins.length > 0) lines.push(`${id.split("-")[0]} ${begins.join(",")} ${form.body}`)
  }
}

writeFileSync(
  "src/redaction/gitleaks-formats.ts",
  `// Forms of secrets and names of vendors out of gitleaks' rules (MIT, (c) 2019 Zachary Rice; THIRD-PARTY.md). Written by
// scripts/gitleaks-formats.ts, not by hand.

export const GITLEAKS_FORMATS = {
  source: "https://github.com/gitleaks/gitleaks, ${commit}",
  date: "${date}",
  formats: \`
${lines.sort().join("\n")}
\`,
  vendors: "${[...names].sort().join(" ")}",
} as const
`,
)
process.stdout.write(`${lines.length} forms, ${names.size} names; not taken: ${skipped.join(" ")}\n`)

/** The literal beginnings and the body in our notation; nothing for what is more than literals, classes and counts. */
function formOf(regex: string): { begins: string[]; body: string } | undefined {
  const anyCase = /\(\?i[):]/.test(regex)
  let rest = regex
    .replace(/\(\?:\[\\x60'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/, "")
    .replace(/\(\?:\[\^[^\]]*\]\|\\z\)$/, "")
    .replace(/\\b/g, "")
    .replace(/\(\?-?i\)/g, "")
    .replace(/\(\?-?i:(\w+)\)/g, "$1")
    .replace(/\(\?i:(\[[^\]]*\]\{\d+\})\)/g, "$1")
  while (/^\((?!\?)[^|]*\)$/.test(rest)) rest = rest.slice(1, -1)
  const begin = /^(?:\(\?:([\w|.-]+)\))?((?:\\?[\w.~-])*?)(?=\[|\(\?:|$|\\w|\\d)/.exec(rest)
  if (!begin) return
  let begins = (begin[1] ?? "").split("|").map((one) => one + (begin[2] as string).replaceAll("\\", ""))
  rest = rest.slice(begin[0].length)
  const more = /^\(\?:([\w|]+)\)([\w-]*)/.exec(rest)
  if (more) {
    begins = begins.flatMap((one) => (more[1] as string).split("|").map((end) => one + end + more[2]))
    rest = rest.slice(more[0].length)
  }
  let body = ""
  for (const part of rest.matchAll(
    /(\[(?:\\.|\[:\w+:\]|[^\]\\])+\]|\\[wd])\{(\d+)(,?)(\d*)\}|=\{0,\d\}|\\?([._-])|([\s\S])/g,
  )) {
    const [element, set, least, comma, most, literal] = part
    if (element.startsWith("={")) body += "="
    else if (literal) body += literal
    else if (set) body += `${classOf(set, anyCase)}${least}${comma ? (most ? `-${most}` : "+") : ""}`
    else return
  }
  return begins.every((one) => one.length >= 3) && /\d/.test(body) && !body.includes("?") ? { begins, body } : undefined
}

/** The narrowest class that has all of these characters. */
function classOf(set: string, anyCase: boolean): string {
  const pattern = new RegExp(`^(?:${set.replace("[:alnum:]", "A-Za-z0-9")})$`, anyCase ? "i" : "")
  const has = [..."0123456789abcxyzABCXYZ_-.=+/"].filter((char) => pattern.test(char))
  return CLASSES.find(([, chars]) => has.every((char) => chars.includes(char)))?.[0] ?? "?"
}
