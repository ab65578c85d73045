// What stays of a word without the endings that its language adds: "Sitzungen" and "Sitzung", "supprimé" and "supprimer" are then one word. For
// words in lower case and without accents.
import type { SearchLanguage } from "./languages.ts"

/** The longest that fits is taken off, group after group. */
const ENDINGS: Readonly<Record<SearchLanguage, readonly string[]>> = {
  german: ["ungen ung nissen nisse nis", "t", "ern em en er es e n s", "er en es e"],
  french: [
    "s x",
    "ements ement ations ation ateurs ateur eraient erait eront erons aient assent antes ante ants ant ees ee es er ez ent ait ais ons ions ion if ive eur euse e i",
  ],
  spanish: [
    "s",
    "acione acion amiento imiento adores ador adas ados ada ado idas idos ida ido ando iendo aron ieron aban aba aria eria iria amos emos imos arse erse irse aran eran iran ara era ira ar er ir an en io ia o a e",
    "i",
  ],
  portuguese: [
    "s",
    "acoe acao coe cao amento imento adore ador ada ado ida ido ando endo indo aram eram iram avam ava aria eria iria amo emo imo ar er ir am em ou iu oe ao io ia o a e",
  ],
  italian: [
    "azioni azione amenti amento imenti imento atori atore ati ate ato ata uti ute uto uta iti ite ito ita ando endo avano evano ivano ava eva iva are ere ire arsi ersi irsi iamo ano ono hi he io ia i e o a",
  ],
  russian: [
    "ться тся ся сь",
    "иями ями ами ией иям ием иях ого его ому ему ыми ими ение ения ению ением ений ать ять ить еть уть ал ял ил ел ен ешь ишь ает яет ают яют ует уют ала яла или али ила ило ало ать ена ено ены ный ная ное ные ную ных ным ном ный ый ий ой ая яя ое ее ые ие ую юю ов ев ей ам ям ах ях ом ем ию ия ии ью а я о е ы и у ю ь й",
  ],
}

const GROUPS = new Map(
  Object.entries(ENDINGS).map(([language, groups]) => [
    language,
    groups.map((group) => group.split(" ").sort((a, b) => b.length - a.length)),
  ]),
)

/** At least so many letters are left. */
const LEAST = 4
/** "gelöscht", "ausgeführt": the middle of a German participle says nothing about its verb. */
const PARTICIPLE =
  /^(|ab|an|auf|aus|bei|durch|ein|fest|her|hin|hoch|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)ge(.{3,})t$/

export function lightStem(word: string, language: SearchLanguage): string {
  let stem = language === "german" ? word.replace(PARTICIPLE, "$1$2") : word
  for (const endings of GROUPS.get(language) ?? []) {
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= LEAST)
    if (ending) stem = stem.slice(0, -ending.length)
  }
  return stem
}
