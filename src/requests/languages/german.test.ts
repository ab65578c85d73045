import { describe, expect, test } from "bun:test"
import { type Remembered, type RememberedFact, rememberIn } from "../../../test/bed/requests.ts"

const none: Remembered = { facts: [], bare: false, forget: [], negated: [] }
const fact = (text: string, why: RememberedFact["why"] = "user:remember") => ({ ...none, facts: [{ text, why }] })

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
