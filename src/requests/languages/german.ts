// German. The negation comes last ("merk dir das nicht"), and "vergiss das" also means "never mind".
import { languageTable } from "./language.ts"

export const GERMAN = languageTable(`
keep: merk dir, merke dir, merken sie sich, merkt euch, dir merken, sich merken, uns merken, bitte merken, du dir merkst, merke, denk daran, denke daran, denk dran, denke bitte daran, denk bitte daran, denk bitte dran, dir [it] merken, denken sie daran, vergiss nicht, vergiss bitte nicht, vergiss das nicht, vergiss das bitte nicht, vergessen sie nicht, nicht vergessen, behalte im kopf, behalt im kopf, behalte im hinterkopf, behalt im hinterkopf, behalte bitte im kopf, behalt bitte im kopf, notiere dir, notier dir, halte fest, halt fest, festhalten, mach dir eine notiz, speichere [it] im gedächtnis, speichere bitte im gedächtnis, speichere dir, aktualisiere dein gedächtnis, schreib dir auf, schreibe dir auf, schreib auf
keepIfStated: notiz, notiz an mich, notiere, speichere das, speichere folgendes, für später, fürs nächste mal, für das nächste mal, neue regel, zur erinnerung
intro: merk*, gemerkt, gedächtnis*, notiz*, notier*, später, zukunft, nächstes mal, regel*, wissen, speicher*, vergess*, erinner*, künftig*, session*, sitzung*
address: wichtig*, info*, nochmal, hinweis, konvention*, vorgabe*, ich, du, dir, dich, wir, uns, dein*, unser*, mein*, das, dies, es
hint: dein gedächtnis, deinem gedächtnis, nächstes mal, nächste sitzung, nächsten sitzungen, künftige sitzungen, sollte man sich merken, nicht wieder vergessen, nie wieder, nie mehr, immer wenn du, gut zu wissen, zur info, solltest du wissen, musst du wissen, damit du es weißt, ein für alle mal, für immer, dauerhaft, grundsätzlich, deine notizen, deinen notizen, präg dir, präge dir, einprägen, abspeichern, zur kenntnis, vor augen, hinter die ohren, beachte dass, dran denken, daran denken, sei dir bewusst, im hinterkopf, unsere regel, unsere konvention, zur gewohnheit
put: merk*, halt*, behalt*, speicher*, notier*, schreib*, pack*, vermerk*, wissen, weißt
where: gedächtnis*, kopf, hinterkopf, später, zukunft, künftig*, nächstes mal, nächste mal, nächsten mal, nächste sitzung, nächsten sitzungen, andere sitzungen, anderen sitzungen, andere sessions, morgen, dauerhaft, für immer
refuse: merk dir [it] nicht, merke dir [it] nicht, merk dir bitte nicht, merk dir [it] aber nicht, merk dir das bitte nicht, nicht merken, bitte nicht merken, nicht speichern, speichere [it] nicht, dir nicht merken, dir nicht zu merken, musst dir nicht merken, brauchst dir nicht zu merken
forget: vergiss, vergiss bitte, vergessen sie, vergessen sie bitte, lösche die erinnerung an, entferne aus deinem gedächtnis, lösche aus deinem gedächtnis, du kannst vergessen
about: das mit, die regel mit, die sache mit, was ich über, die regel, alles über
erase: lösche, lösch, entferne, vergiss, streiche, du kannst
noted: die notiz zu, die notiz zum, die notiz zur, die notiz über, die notiz mit, den eintrag zu, den eintrag zum, den eintrag über, was ich über, was du über, alles was du über, alles über, die erinnerung an
fromMemory: aus deinem gedächtnis, aus dem gedächtnis, wieder vergessen
it: das, dies, dieses, folgendes, es, das folgende, diese regeln, das hier
that: dass, daß
lead: bitte, auch, und, aber, also, ok, okay, ach, übrigens, ja, gut, noch was, wichtig, dass, kannst du, könntest du, könnten sie, würdest du, du sollst, du musst, du solltest, sie sollten, ich möchte, ich will, lass uns, hey, so, jetzt, danke, du, dir, sich, dann, danach
between: bitte, für später, für das nächste mal, fürs nächste mal, auch, mal, noch, für die zukunft, dauerhaft, immer
asked: du, bitte, sie
polite: kannst du, könntest du, könnten sie, würdest du
and: und
tale: damals, als, mich, ihn
which: was, wie, wo, wer, warum, welche, welcher, welches, ob, wann
because: damit, weil, sonst, denn
subject: wir, ich, du, ihr, es gibt, immer, nie, niemals, kein, keine, nur, nicht
says: ist, sind, war, hat, nutzt, braucht, muss, soll, darf, läuft, heißt, kostet, liegt, dauert, kommt, für
thing: die, den, das, dem, der, meine, mein, unsere, was, dass
report: sagte, sagt, meinte, schrieb, er, sie sagte, man
if: wenn, falls, ob, vielleicht, weil
doer: ich, wir, er, sie, es, man, der, die, das, den, zu, kann, soll, muss, wird, sich, nicht, nie, app, seite
next: dann, jetzt, danach, nun, bitte, kannst du
standing: ab jetzt, ab sofort, von nun an, von jetzt an, in zukunft, zukünftig, künftig
others: es, er, sie, das, man, funktioniert, läuft, wird
prefer: ich bevorzuge, meine präferenz ist, ich mag lieber
choice: die erste, die zweite, die dritte, die letzte, den ersten, den zweiten, das erste, das zweite, option, variante, diese, dieses, deine, a, b, c
session: für jetzt, vorerst, diesmal, heute, nur heute, in dieser sitzung, für diese sitzung, gerade, im moment, vorübergehend
later: später, für später, nächstes mal, das nächste mal, morgen
`)
