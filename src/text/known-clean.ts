// The type of text that may be stored anywhere: `redaction/clean-text.ts` made it, and it contains nothing private and no secret. The type is here,
// below everything, so that the store can require it without knowing how text is cleaned.

declare const isClean: unique symbol
export type CleanText = string & { readonly [isClean]: true }

/** A value in which every text is clean, except in the fields named by `Own`. */
export type Clean<T, Own extends string = never> = T extends string
  ? string extends T
    ? CleanText
    : T
  : T extends readonly (infer Item)[]
    ? readonly Clean<Item, Own>[]
    : T extends object
      ? { readonly [Field in keyof T]: Field extends Own ? T[Field] : Clean<T[Field], Own> }
      : T

/** A record as the store takes it: its text is clean. What is read back is text like any other. */
export type Keepable<T extends { readonly text: string }> = T & { readonly text: CleanText }
