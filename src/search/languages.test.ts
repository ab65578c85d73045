import { describe, expect, test } from "bun:test"
import { indexTerms, termCounter } from "./index-terms.ts"
import { LANGUAGES, languageOfQuestion } from "./languages.ts"
import { lightStem } from "./light-stems.ts"
import { foreignForms, termsOf } from "./search-terms.ts"

const GERMAN = "Ich habe die abgelaufenen Sitzungen gelöscht, damit der Zähler nicht mehr stehen bleibt."

const told = (question: string) =>
  languageOfQuestion(new Set(question.toLowerCase().match(/[\p{L}/.-]+/gu) ?? []), question)

describe("words of other languages", () => {
  test.each([
    ["german", "sitzung sitzungen"],
    ["german", "loschen losche loscht geloscht"],
    ["german", "speichern speichert gespeichert"],
    ["german", "ausfuhren ausgefuhrt"],
    ["german", "verzeichnis verzeichnisse verzeichnissen"],
    ["french", "supprimer supprime supprimee supprimes"],
    ["french", "utilisateur utilisateurs"],
    ["spanish", "borrar borrado borrada borrando"],
    ["spanish", "cambio cambios cambiar cambiado"],
    ["portuguese", "sessao sessoes"],
    ["italian", "cancellare cancellato cancellata"],
    ["italian", "configurazione configurazioni"],
    ["russian", "ошибка ошибки ошибку"],
    ["russian", "удалить удалил удален удаление"],
  ] as const)("%s: %p are one word", (language, forms) => {
    expect(new Set(forms.split(" ").map((word) => lightStem(word, language))).size).toBe(1)
  })

  test.each([
    ["german", true, "warum wurde der Zähler zurückgesetzt"],
    ["french", true, "pourquoi les tests échouent dans la branche"],
    ["spanish", true, "dónde está la configuración del servidor"],
    ["portuguese", true, "por que você não usa a fila"],
    ["italian", true, "perché non funziona più il servizio"],
    ["russian", true, "почему не работает сборка"],
    ["german", false, "Schlüssel rotieren"],
    ["german", false, "Müller fast bin"],
  ] as const)("%p is told (sure: %p): %p", (language, isSure, question) => {
    expect(told(question)).toEqual({ language, isSure })
  })

  test.each([
    "why does the counter stop",
    "retry policy",
    "the rate limiter of the gateway, die when idle",
    "CI minutes per build",
    "tokens per second AI limit",
    "vi mode per user",
    "non-null assertion CI",
    "src/di/container.ts CI fails",
    "locales/fr/le.json comment",
    "work off every TODO",
    "how is the page of Müller with the fast bin that the man built",
  ])("%p is English", (question) => {
    expect(told(question)).toBeUndefined()
    expect(foreignForms(question).fillers.size).toBe(0)
  })

  test("what developers write in English is found, whatever it means elsewhere", () => {
    for (const word of ["todo", "immer", "est", "vers", "mon", "uno", "bis"])
      expect([...termsOf(word).words.keys()]).toHaveLength(1)
    expect(foreignForms("où est le comment de la CI dans les bin").fillers).not.toContain("bin")
  })

  test("an unsure guess drops no word", () => {
    expect(foreignForms("Müller fast bin").fillers.size).toBe(0)
  })

  test("the index and a search tell the language of a text alike, however often a word is repeated", () => {
    const quoting =
      "Ich habe mit dem Skript die Sitzungen gelöscht, und das war nicht gut. Das Log sagt: the lock of the index is held by the host of the test. the file is in use."
    const repeating = "der Sitzungen der Server, der Fehler der Dateien"
    for (const text of [quoting, repeating]) {
      const stem = lightStem("sitzung", "german")
      const isIndexed = indexTerms(text).split(" ").includes(stem)
      expect(termCounter([stem], "Sitzung", () => false)(text).counts[0]).toBe(isIndexed ? 1 : 0)
    }
    expect(indexTerms(quoting).split(" ")).toContain(lightStem("sitzung", "german"))
  })

  test("a text in German is found by another form of its words, one in English has no such forms", () => {
    const terms = indexTerms(GERMAN).split(" ")
    expect(terms).toContain("sitzungen")
    expect(terms).toContain(lightStem("sitzung", "german"))
    const english = "The sitzungen of the old server are not used, and that is what the counter shows."
    expect(indexTerms(english).split(" ")).not.toContain(lightStem("sitzung", "german"))
  })

  test("both forms are counted in the text", () => {
    const stem = lightStem("sitzung", "german")
    const count = termCounter(["sitzung", stem], "warum die Sitzung", () => false)
    expect([...count(GERMAN).counts]).toEqual([0, 1])
  })

  test("a question's words get their stems, and what says nothing in its language is left out", () => {
    const { stems, fillers } = foreignForms("wann hat der Container die Sitzung verloren, und warum")
    expect(stems.get("sitzung")).toBe(lightStem("sitzung", "german"))
    expect(fillers).toContain("hat")
    expect(foreignForms("which container lost the session").stems.size).toBe(0)
  })

  test("accents and elisions do not matter", () => {
    const words = (text: string) => [...termsOf(text).words.keys()]
    expect(words("sesión")).toEqual(words("sesion"))
    expect(words("Straßenbahn")).toEqual(words("strassenbahn"))
    expect(words("l'erreur dell'utente")).toEqual(words("erreur utente"))
    expect(words("the user's crane, don't")).toEqual(words("user crane"))
  })

  test("writing without spaces is found by pairs in Thai and Khmer too", () => {
    expect([...termsOf("การทดสอบ").words.keys()]).toContain("ทด")
    expect([...termsOf("ការសាកល្បង").words.keys()].length).toBeGreaterThan(3)
  })

  test("every language has its words and endings", () => {
    for (const language of LANGUAGES) expect(lightStem("x".repeat(6), language).length).toBeGreaterThan(3)
  })
})
