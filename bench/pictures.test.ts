import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { dataText, PICTURES, PICTURES_FOLDER } from "./pictures.ts"
import { PAGE, readPage, tableIn } from "./read-page.ts"
import { summarySections } from "./short-table.ts"
import { type Chart, drawChart, widthOf } from "./svg-chart.ts"

const read = (name: string) => readFileSync(`${PICTURES_FOLDER}/${name}`, "utf8")

test("each picture shows what its data and the page's tables say (behind: npm run bench -- pictures)", () => {
  const page = readPage()
  const behind = Object.entries(PICTURES).flatMap(([name, chartOf]) => {
    const data: Chart = JSON.parse(read(`${name}.json`))
    return [
      ...(dataText(chartOf(page)) === read(`${name}.json`) ? [] : [`${name}.json is behind ${PAGE}`]),
      ...(drawChart(data) === read(`${name}.svg`) ? [] : [`${name}.svg does not show ${name}.json`]),
      ...(page.includes(`](figures/${name}.svg)`) ? [] : [`${PAGE} does not show ${name}.svg`]),
    ]
  })
  expect(behind).toEqual([])
  expect(readdirSync(PICTURES_FOLDER).sort()).toEqual(
    Object.keys(PICTURES)
      .flatMap((name) => [`${name}.json`, `${name}.svg`])
      .sort(),
  )
})

test("the page begins with half a page that says it in short, and the rest of the summary follows in full", () => {
  const [short = "", full = ""] = summarySections(readFileSync("bench/summary.md", "utf8"))
  expect(readPage()).toContain(`${short}\n\n${full}\n\n## 1. `)
  const prose = short.split("\n").filter((line) => !/^(?:\||!|## )/.test(line))
  expect(prose.join(" ").split(/\s+/).length).toBeLessThan(320)
  expect(tableIn(short, "In short").length).toBeLessThan(12)
})

test("each picture is well formed, has a title, and every text and mark is inside of it", () => {
  const wrong = Object.keys(PICTURES).flatMap((name) => {
    const svg = read(`${name}.svg`)
    const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) ([\d.]+)"/.exec(svg) ?? []).map(Number)
    const texts = [
      ...svg.matchAll(/<text class="(\w+)" x="([\d.]+)" y="([\d.]+)"( text-anchor="middle")?>([^<]*)<\/text>/g),
    ]
    const outside = texts.filter(([, style, x, y, isMiddle, words = ""]) => {
      const size = style === "name" ? 16 : 12.5
      const wide = widthOf(words.replace(/&\w+;/g, "&"), size)
      const left = Number(x) - (isMiddle ? wide / 2 : 0)
      return left < 0 || left + wide > width || Number(y) > height
    })
    return [
      ...unbalanced(svg).map((tag) => `${name}: ${tag}`),
      ...outside.map(([, , , , , words]) => `${name}: outside: ${words}`),
      ...(/NaN|undefined|Infinity/.test(svg) ? [`${name}: a number is missing`] : []),
      ...(texts.length > 8 && /<title id="title">\S/.test(svg) ? [] : [`${name}: nothing to read`]),
    ]
  })
  expect(wrong).toEqual([])
})

/** Tags that are not closed, or not in the order in which they were opened; bare `&` and `<`. */
function unbalanced(svg: string): string[] {
  const open: string[] = []
  const wrong: string[] = svg.match(/&(?!amp;|lt;|gt;)|<(?![\w/])/g) ?? []
  for (const [whole, isEnd, tag = ""] of svg.matchAll(/<(\/?)(\w+)(?:\s[^<>]*?)?\/?>/g)) {
    if (whole.endsWith("/>")) continue
    if (!isEnd) open.push(tag)
    else if (open.pop() !== tag) wrong.push(whole)
  }
  return [...wrong, ...open]
}

test("a table is read as it was written, and what is missing is named", () => {
  const page = "# x\n\n## 1. Times\n\n| what | Cairn |\n| --- | --- |\n| a hook | p50 1 ms |\n\n## Other\n"
  expect(tableIn(page, "Times")).toEqual([
    ["what", "Cairn"],
    ["a hook", "p50 1 ms"],
  ])
  expect(() => tableIn(page, "Sizes")).toThrow('no section "Sizes"')
  expect(() => PICTURES["hook-times"]?.(page)).toThrow("no section")
})

test("marks are where the scale says, and text from outside cannot break the file", () => {
  const row = { label: "a <b> & c", shown: "5", points: [{ mark: "main", value: 5 }] } as const
  const chart = { title: "t", note: "n", legend: [], groups: [{ rows: [row] }] }
  const at = (kind: "linear" | "log") => {
    const svg = drawChart({ ...chart, scale: { kind, from: 1, to: 9, ticks: [] } })
    expect(unbalanced(svg)).toEqual([])
    return Number(/<circle class="main" cx="([\d.]+)"/.exec(svg)?.[1])
  }
  expect(at("linear")).toBe(490)
  expect(at("log")).toBeGreaterThan(550)
})
