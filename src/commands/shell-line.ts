// Splits a shell command line into its simple commands, in one pass. Not a shell: nothing is expanded; a word that the shell would expand is
// marked, so that nobody takes it for a name, and the body of a heredoc is never read as commands.

export interface Word {
  readonly text: string
  /** Literal: no variable, glob, brace, home or command substitution in it. */
  readonly plain: boolean
  readonly quoted: boolean
}

/** The operator after a command that joins it to the next; "" at the end of a line or subshell. */
export type Connector = "&&" | "||" | "|" | ";" | "&" | ""

export interface ShellCommand {
  readonly words: readonly Word[]
  readonly writes: readonly { readonly word: Word; readonly append: boolean }[]
  readonly connector: Connector
  readonly hasInput?: true
  /** How many subshells it is in. */
  readonly depth: number
}

/** Far more than anybody writes by hand; the rest is not read. */
const MAX_LINE = 64_000
const MAX_COMMANDS = 1000

export function splitLine(line: string): ShellCommand[] {
  return new LineReader(line.slice(0, MAX_LINE)).read()
}

const ORDINARY = /[^\s\\'"`$&|;()<>#*?[\]{}~]+/y
const REDIRECT = /<<<|<<-|<<|<&|<>|<|&>>|&>|>>|>&|>\||>/y
const OPERATOR = /&&|\|\||\|&|;;&?|;&|[;&|]/y
const CONNECTORS: Readonly<Record<string, Connector>> = { "&&": "&&", "||": "||", "|": "|", "|&": "|", "&": "&" }

class LineReader {
  readonly #line: string
  readonly #commands: (Omit<ShellCommand, "connector"> & { connector: Connector })[] = []
  readonly #heredocs: { readonly end: string; readonly indented: boolean }[] = []
  #at = 0
  #depth = 0
  #words: Word[] = []
  #writes: { word: Word; append: boolean }[] = []
  #word: { text: string; plain: boolean; quoted: boolean } | undefined
  #hasInput = false
  /** The operator whose operand is the next word. */
  #redirect: string | undefined

  constructor(line: string) {
    this.#line = line
  }

  read(): ShellCommand[] {
    while (this.#at < this.#line.length && this.#commands.length < MAX_COMMANDS) {
      this.#step(this.#line[this.#at] as string)
    }
    this.#endCommand("")
    return this.#commands
  }

  #step(char: string): void {
    if (char === "\n") this.#newline()
    else if (/\s/.test(char)) this.#blank()
    else if (char === "\\") this.#escaped()
    else if (char === "'") this.#singleQuoted()
    else if (char === '"') this.#doubleQuoted()
    else if (char === "`" || char === "$") this.#expanded()
    else if (char === "#" && !this.#word) this.#at = this.#find("\n", this.#at)
    else if (char === "(" && this.#word && this.#line[this.#at - 1] === "=") this.#parenthesised()
    else if (char === "(" || char === ")") this.#subshell(char)
    else if (char === "<" || char === ">") this.#redirected()
    else if (char === "&" && this.#line[this.#at + 1] === ">") this.#redirected()
    else if ("&|;".includes(char)) this.#operator()
    else if ("*?[]{}".includes(char)) this.#add(char, { plain: false })
    else if (char === "~") this.#add(char, { plain: this.#word !== undefined })
    else this.#add(this.#match(ORDINARY) || char, {})
  }

  #newline(): void {
    this.#endCommand(";")
    this.#at++
    for (const { end, indented } of this.#heredocs.splice(0)) {
      while (this.#at < this.#line.length) {
        const line = this.#line.slice(this.#at, this.#find("\n", this.#at))
        this.#at += line.length + 1
        if ((indented ? line.replace(/^\t+/, "") : line).trimEnd() === end) break
      }
    }
  }

  #blank(): void {
    this.#endWord()
    this.#at++
  }

  #escaped(): void {
    const next = this.#line[this.#at + 1] ?? "\\"
    if (next === "\n") this.#at += 2
    else this.#add(next, { quoted: true, length: 2 })
  }

  #singleQuoted(): void {
    const end = this.#find("'", this.#at + 1)
    this.#add(this.#line.slice(this.#at + 1, end), { quoted: true, length: end + 1 - this.#at })
  }

  #doubleQuoted(): void {
    this.#add("", { quoted: true, length: 1 })
    while (this.#at < this.#line.length && this.#line[this.#at] !== '"') {
      const char = this.#line[this.#at]
      if (char === "`" || char === "$") this.#expanded()
      else if (char === "\\" && '"\\`$'.includes(this.#line[this.#at + 1] ?? " ")) {
        this.#add(this.#line[this.#at + 1] as string, { length: 2 })
      } else this.#add(this.#match(/\\?[^"\\`$]*/y) || "\\", {})
    }
    this.#at++
  }

  #expanded(): void {
    this.#add(this.#line.slice(this.#at, endOfExpansion(this.#line, this.#at)), { plain: false })
  }

  #parenthesised(): void {
    this.#add(this.#line.slice(this.#at, endOfParentheses(this.#line, this.#at)), { plain: false })
  }

  #subshell(char: string): void {
    this.#endCommand("")
    this.#depth = Math.max(0, this.#depth + (char === "(" ? 1 : -1))
    this.#at++
  }

  #redirected(): void {
    // `2>` names a stream, not a word.
    if (this.#word && !this.#word.quoted && /^\d+$/.test(this.#word.text)) this.#word = undefined
    this.#endWord()
    this.#redirect = this.#match(REDIRECT)
    this.#at += this.#redirect.length
    if (this.#line[this.#at] !== "(") return
    this.#redirect = undefined
    this.#parenthesised()
  }

  #operator(): void {
    const operator = this.#match(OPERATOR)
    this.#endCommand(CONNECTORS[operator] ?? ";")
    this.#at += operator.length
  }

  #endWord(): void {
    const word = this.#word
    if (!word) return
    const redirect = this.#redirect
    this.#word = undefined
    this.#redirect = undefined
    if (redirect?.startsWith("<") && redirect !== "<&") this.#hasInput = true
    if (redirect === undefined) this.#words.push(word)
    else if (redirect === "<<" || redirect === "<<-")
      this.#heredocs.push({ end: word.text, indented: redirect === "<<-" })
    else if (redirect.includes(">") && redirect !== "<>" && !/^(?:\d+|-)$/.test(word.text))
      this.#writes.push({ word, append: redirect.endsWith(">>") })
  }

  #endCommand(connector: Connector): void {
    this.#endWord()
    this.#redirect = undefined
    const input = this.#hasInput && ({ hasInput: true } as const)
    this.#hasInput = false
    if (this.#words.length > 0 || this.#writes.length > 0) {
      this.#commands.push({ words: this.#words, writes: this.#writes, connector, depth: this.#depth, ...input })
      this.#words = []
      this.#writes = []
      return
    }
    // After a subshell's end the operator belongs to the subshell's last command.
    const last = this.#commands.at(-1)
    if (last?.connector === "") last.connector = connector
  }

  #add(text: string, what: { plain?: boolean; quoted?: boolean; length?: number }): void {
    this.#word ??= { text: "", plain: true, quoted: false }
    this.#word.text += text
    if (what.plain === false) this.#word.plain = false
    if (what.quoted) this.#word.quoted = true
    this.#at += what.length ?? text.length
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#line)?.[0] ?? ""
  }

  #find(char: string, from: number): number {
    const at = this.#line.indexOf(char, from)
    return at < 0 ? this.#line.length : at
  }
}

/** Where the `$…` or backticks that begin at `at` end. */
function endOfExpansion(line: string, at: number): number {
  if (line[at] === "`") return endAt(line, "`", at + 1)
  if (line[at + 1] === "(") return endOfParentheses(line, at + 1)
  if (line[at + 1] === "{") return endAt(line, "}", at + 2)
  return at + 1
}

function endOfParentheses(line: string, from: number): number {
  let depth = 0
  for (let at = from; at < line.length; at++) {
    const char = line[at]
    if (char === "\\") at++
    else if (char === "'") at = endAt(line, "'", at + 1) - 1
    else if (char === '"') at = endOfQuotes(line, at) - 1
    else if (char === "(") depth++
    else if (char === ")" && --depth === 0) return at + 1
  }
  return line.length
}

function endOfQuotes(line: string, from: number): number {
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === "\\") at++
    else if (line[at] === '"') return at + 1
  }
  return line.length
}

function endAt(line: string, char: string, from: number): number {
  const at = line.indexOf(char, from)
  return at < 0 ? line.length : at + 1
}
