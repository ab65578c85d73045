import { expect, test } from "bun:test"
import { isSaidAgain } from "./said-again.ts"

const isOne = ([first, second]: readonly [string, string]) => isSaidAgain(first, second)

test("a complaint or a reminder says an earlier rule again", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["use f-strings instead of format()", "again .format(), f-strings please"],
    ["never amend a pushed commit", "did you amend? never on pushed commits"],
    ["no screenshots in the repo", "you committed a png screenshot again, not in the repo please"],
    [
      "before a migration make a backup of the dev database",
      "you migrated without a backup, always back up the dev db first",
    ],
    ["no nested ternaries", "three nested ternaries, i told you i can't read those"],
    ["keep the functions short", "this function is way too long again"],
    ["no try/except around everything", "you wrapped everything in try/except again, stop that"],
    ["use yarn", "npm install?? this is a yarn project, use yarn"],
    ["kein jquery mehr bitte", "wieder jquery drin, das will ich nicht"],
    ["no uses console.log, tenemos un logger", "otra vez console.log, usa el logger"],
    ["pas de axios stp", "encore axios dans les imports, enlève"],
    ["не используй lodash", "опять lodash, просил же"],
    ["ask before adding dependencies", "you added a dependency without asking"],
    ["never delete migrations", "you deleted a migration again"],
  ]
  expect(pairs.filter((pair) => !isOne(pair))).toEqual([])
})

test("a fault, a task, a question, the opposite, another number and another wish do not", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["no default exports", "the export to csv is broken again"],
    ["dark mode should be the default", "dark mode is still broken on the settings page"],
    ["always add a changelog entry", "the changelog has the wrong date again"],
    ["restart the worker please", "the worker died again, restart it"],
    ["run the migration", "run the migration again on staging"],
    ["bitte die tests laufen lassen", "tests nochmal laufen lassen bitte"],
    ["add a loading spinner to the table", "the spinner never stops, you forgot to reset the state"],
    ["kein jquery", "warum lädt jquery so langsam?"],
    ["don't change the schema", "you didn't change the schema, but i asked for a new column"],
    ["keep the old endpoint", "you kept the old endpoint, remove it now"],
    ["stop, that's wrong, use the v2 endpoint", "stop, that's wrong, use the v3 endpoint"],
    ["functions must stay under 40 lines", "files must stay under 40 lines"],
    ["no comments in the code please", "why are the comments in english? i want them in german"],
    ["squash before merge", "you squashed the wrong commits, redo it"],
    ["use yarn, not npm", "npm, not yarn, as i said"],
    ["use spaces, not tabs", "tabs, not spaces, i told you"],
    ["must support node 18", "node 18 again??"],
    ["no comments in the code", "you deleted the comments in the code again"],
    ["no logs in the worker", "the logs of the worker are gone again"],
    ["no tests for the ui", "there are no tests for the ui again"],
    ["never touch the schema", "why is the schema out of date again??"],
    ["ask me before you install anything", "npm install?? this is a yarn project, use yarn"],
  ]
  expect(pairs.filter(isOne)).toEqual([])
})

test("of two complaints no fact comes", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["lodash again??", "lodash again!!"],
    ["why is there lodash in the imports??", "you used lodash in the imports again"],
    ["you forgot the changelog", "the changelog is missing again!!"],
    ["your answers are too long", "this answer is too long again"],
  ]
  expect(pairs.filter(isOne)).toEqual([])
})

test("how a program behaves, and what was asked for one place or for a while, is no wish that is said again", () => {
  const pairs: readonly (readonly [string, string])[] = [
    ["no results in the search page", "still no results in the search page!!"],
    ["no sound on the video player", "no sound on the video player again"],
    ["not the right color on the button", "again not the right color on the button"],
    ["the modal never closes on escape", "the modal never closes again"],
    ["the page does not scroll", "the page still doesn't scroll!!"],
    ["nothing happens when i click save", "still nothing happens when i click save"],
    ["login works only in firefox", "login works only in firefox again"],
    ["keine treffer in der suche", "wieder keine treffer in der suche"],
    ["pas de son dans la vidéo", "encore pas de son dans la vidéo"],
    ["нет звука в плеере", "опять нет звука в плеере"],
    ["no lodash in this file", "you used lodash again"],
    ["no lodash for the demo", "you used lodash again"],
    ["don't touch the parser while i refactor it", "you touched the parser again"],
    ["don't commit the fix until I have looked at it", "you committed the fix again"],
    ["show me the table in the terminal", "why are you showing the table again??"],
    ["I don't mind lodash", "lodash again??"],
  ]
  expect(pairs.filter(isOne)).toEqual([])
  const wishes: readonly (readonly [string, string])[] = [
    ["never semicolons", "semicolons again??"],
    ["always add tests", "still no tests!!"],
    ["no emojis in this project", "you put emojis in this file again"],
  ]
  expect(wishes.filter((pair) => !isOne(pair))).toEqual([])
})

test("hostile texts take no time", () => {
  const shapes = [
    "no ",
    "a,",
    "不要",
    "n'",
    "you ",
    "again? ",
    "please ",
    "can you ",
    "a/b ",
    "`x` ",
    ".x",
    "the ",
    "no again ",
    "in this ",
  ]
  const long = shapes.map((shape) => shape.repeat(100_000))
  expect(long.map((text) => isSaidAgain(text, text)).every((same) => typeof same === "boolean")).toBe(true)
})
