// How texts are made comparable: one compatibility form, one case, single spaces.

/** Upper case comes first because only it knows that ß is ss. */
export function foldCase(text: string): string {
  return text.normalize("NFKC").toUpperCase().toLowerCase()
}

export function foldText(text: string): string {
  return foldCase(text).replace(/\s+/g, " ").trim()
}
