import { describe, expect, test } from "bun:test"
import { indexTerms, termCounter } from "./index-terms.ts"
import { LANGUAGES, languageOfQuestion } from "./languages.ts"
import { lightStem } from "./light-stems.ts"
import { foreignForms, termsOf } from "./search-terms.ts"

const GERMAN = "Ich habe die abgelaufenen Sitzungen gelöscht, damit der Zähler nicht mehr stehen bleibt."

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
    ["german", "warum wurde der Zähler zurückgesetzt"],
    ["french", "pourquoi les tests échouent dans la branche"],
    ["spanish", "dónde está la configuración del servidor"],
    ["portuguese", "por que você não usa a fila"],
    ["italian", "perché non funziona più il servizio"],
    ["russian", "почему не работает сборка"],
    ["german", "Schlüssel rotieren"],
    [undefined, "why does the counter stop"],
    [undefined, "retry policy"],
    [undefined, "the rate limiter of the gateway, die when idle"],
  ] as const)("%p is told: %p", (language, question) => {
    expect(languageOfQuestion(question)).toBe(language)
  })

  test("a text in German is found by another form of its words, one in English has no such forms", () => {
    const terms = indexTerms(GERMAN).split(" ")
    expect(terms).toContain("sitzungen")
    expect(terms).toContain(lightStem("sitzung", "german"))
    expect(terms).not.toContain("damit")
    const english = "The sitzungen of the old server are not used, and that is what the counter shows."
    expect(indexTerms(english).split(" ")).not.toContain(lightStem("sitzung", "german"))
  })

  test("both forms are counted in the text", () => {
    const stem = lightStem("sitzung", "german")
    const count = termCounter(["sitzung", stem], "warum die Sitzung", () => false)
    expect([...count(GERMAN).counts]).toEqual([0, 1])
  })

  test("a question's words get their stems, and what says nothing in its language is left out", () => {
    const { stems, fillers } = foreignForms("wann hat der Container die Sitzung verloren")
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
