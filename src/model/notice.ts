// What a person should know without having asked. `code` is for programs and docs, `text` says what happened, `hint` what to do about it.

export interface Notice {
  readonly code: string
  readonly text: string
  readonly hint: string
  /** Good news: there is nothing to do about it. */
  readonly isGood?: true | undefined
}

export function notice(code: string, text: string, hint = ""): Notice {
  return { code, text, hint }
}

/** In words, on one line. A hint that begins like a sentence is one. */
export function noticeText({ text, hint }: Notice): string {
  if (hint === "") return text
  return /^[\p{Lu}\d]/u.test(hint) ? `${text}. ${hint}` : `${text}; ${hint}`
}

/** All of them in one: a host may show one notice at a time, and the next would replace it. A hint for several in a row stands once. */
export function noticesText(notices: readonly Notice[]): string {
  return notices.map((one, at) => (one.hint === notices[at + 1]?.hint ? one.text : noticeText(one))).join("\n")
}
