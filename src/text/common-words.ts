// Words that tell little of what a text is about. How often a word stands in a scope's notes cannot say that: of forty notes, "button" and
// "approach" stand in one each, as "websocket" does, yet only the last of them is a reason to think of its note.

/** They carry no meaning of their own, whatever is said with them. */
const FUNCTION_WORDS =
  "a an the this that these those it its is are was were be been being do does did has have had will would shall should must may can could to of in on at by for from with as and or so then also please we i you he she they our your my their us me"

/** Of a claim, who wants it and how much; "the user prefers pnpm" claims no more than "pnpm". */
const CLAIM_WORDS =
  "user users wants want wanted prefers prefer preferred said says asked asks requires require expects expect likes like when if always under over via set"

/** Where claims are compared these can turn one round ("before", "off", "only"); of what a text is about they tell nothing. */
const SEARCH_WORDS = [
  "am doing done having might cannot than him her them his hers ours yours mine who whom whose which what when where why how if but not no nor never always only just very too here there again about into over under out up down off both all any some each every either neither such own same other another more most much many few less least via per let lets get gets got yes yeah yep nope ok okay oh hey hi hello well now still already even ever yet else because while until unless since though although whether between within without against during before after above below through across behind beside beyond upon onto toward towards among around along despite except like unlike near instead rather quite almost maybe perhaps probably actually really simply currently recently usually sometimes often seldom forever twice once whatever whenever wherever whoever however therefore hence thus otherwise besides anyway somehow soon later anything something nothing everything anyone someone dont doesnt didnt isnt arent wasnt werent wont cant couldnt shouldnt wouldnt havent hasnt im ive ill youre weve theyre thats whats one ones s t m d ll re ve",
  // German, Spanish
  "der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ist sind war waren sein hat haben wird werden kann können soll sollen muss müssen ich du er sie es wir ihr mich dich mir dir uns euch mein dein unser auf aus bei mit nach seit von vom zu zum zur im am an für über unter durch ohne um als wie wenn dass weil auch noch nur schon sehr mal bitte was wer wo wann warum dieser diese dieses hier dort dann doch denn so ja nein",
  "el la los las un una unos unas y o pero no es son era ser está están hay ha han he se lo le les me te nos mi tu su sus de del en con por para sin sobre como que qué cuando donde dónde cómo quién este esta esto ese esa eso muy más ya también sí al si",
]

export const CLAIM_FILLERS: ReadonlySet<string> = wordSet(FUNCTION_WORDS, CLAIM_WORDS)
export const SEARCH_FILLERS: ReadonlySet<string> = wordSet(FUNCTION_WORDS, ...SEARCH_WORDS)

export const NEGATIONS: ReadonlySet<string> = wordSet(
  "not never no none nothing neither nor without cannot dont avoid kein keine nicht nie niemals nunca jamás ningún sin pas jamais",
)

/** They tell that something holds no more. Only a summary speaks so; of a fact, "use tabs instead" is what it says. */
export const RETRACTIONS: ReadonlySet<string> = wordSet(
  "instead rather over except unless stop stopped ignore ignored disregard longer obsolete superseded cancelled canceled dropped revoked withdrawn reverted refuse refused forbidden",
)

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(" ").split(" "))
}

/** Much used in talk about any work, and in talk about code above all. */
export const ORDINARY: readonly string[] = [
  "able accept access action actual add address adjust agent allow alone alright amount answer app appear application apply approach area argument array arrive ask assume attempt automatic available avoid aware away back bad base basic become begin behave believe best better big bit block both box branch break bring broken browser bug build built button call care carry case catch cause certain chance change character chat check choose class clean clear click close code collect color column come command comment commit common compare compile complain complete complex component computer concern condition config configuration configure conflict connect consider console const contain content continue control convert cool copy correct count couple course cover create current custom cut data date day deal debug decide decision deep default define delete depend describe description design detail dev develop developer diff different difficult direct directory disable discuss display doc document documentation done double doubt drop duplicate earlier early easy edit effect element empty enable end enough ensure entire entry env environment error exact example except exception exist expect explain extra fact fail failing failure false far fast feature feedback feel field figure file fill final find fine finish first fit fix focus folder follow force forget form format forward found free fresh full fun function further future general generate give glad global go goal gone good great green group guess half hand handle happen happy hard head hear help hide high hint hit hold home hope hour html huge idea ignore imagine immediate implement implementation import important improve include incorrect index info information inline input insert inside instance instead instruction int interest interface internal introduce investigate involve issue item job join json keep key kind know language large last late later latest layer lead learn leave left length level library light like limit line link list little live load local log logic long longer look loop lose lot low main make manage manual map mark match matter maybe mean mention menu merge message method middle mind minor minute miss missing mistake mode model modify module moment month morning move multiple name near necessary need new next nice night non none normal note notice null number object obvious occur odd offer often old open operation option order original otherwise output outside overall page panel parameter parse part particular pass past paste path pattern people perfect perform person pick piece place plain plan play plus point position possible post prefer prepare present press pretty prevent previous print private probably problem proceed process produce product program progress project proper property propose provide public pull purpose push put question quick quite random range rather reach read readme ready real really reason receive recent record red reduce refactor reference regard relate relevant reload remain remember remind remove rename render replace reply repo report repository request require rerun resolve respond response rest restart result return revert review rewrite rid right root round row rule run safe sample save say scope screen script second section see seem select send sense separate set setting setup several shape share short show side sign similar simple simplify single site situation size skip slow small smart snippet solution solve soon sorry sort sound source space special specific split src stack stand standard start state statement static stay step stick stop store story string strong structure stuff style success suggest suggestion summary support suppose sure surprise switch syntax system tab table take talk task tell term terminal test text thank thanks thing think third thought three throw ticket tidy time tip title today todo together tomorrow tonight tool top topic total touch track tree trigger trouble true try turn two type typo unclear understand undefined undo unit unknown unused update upgrade usage use used useful user usual valid value var variable verify version view visible wait walk want warn warning watch way weather week weird welcome while whole wide window wish wonder word work world worry worth wrap write wrong year yesterday",
  "ci cd db ui ux js ts py md css html json yaml yml sql api url id pr os ide cli env http https www src lib bin tmp dist etc index main test spec util utils types package.json readme.md index.ts index.js main.ts tsconfig.json makefile dockerfile",
  "antwort arbeit bauen datei dateien fehler funktion gut hinzufügen klar lauf laufen machen mach weiter neu ordner problem prüfen schau schreib seite stelle test teste verstehe zeige zeile zeit danke ändern ändere archivo arreglar bien cambiar código error función gracias hacer hola línea nuevo probar prueba sigue",
]

/** In scripts without spaces, the same for pairs of characters. */
export const ORDINARY_EASTERN: readonly string[] = [
  "继续 繼續 谢谢 謝謝 这个 這個 那个 那個 这里 那里 什么 什麼 怎么 怎麼 为什么 我们 我們 你们 他们 可以 帮我 幫我 一下 一个 一個 没有 沒有 不要 不是 问题 問題 错误 錯誤 代码 程式 文件 测试 測試 修复 修復 修改 运行 運行 添加 删除 刪除 函数 函數 变量 變量 使用 需要 应该 應該 现在 現在 然后 然後 但是 因为 因為 所以 如果 还是 還是 之前 之后 之後 看看 知道 觉得 好的 明白 请问",
  "ありがとう ください 続けて これは それは どこ どう なぜ です ます した する して いる ある ない こと もの よう から まで ここ そこ エラー テスト コード ファイル 修正 追加 削除 実行 変更 確認 問題 関数 変数 お願い 行われ 行う 必要",
  "감사 합니다 해주세요 하세요 계속 이것 그것 여기 어디 어떻게 무엇 왜 수정 추가 삭제 실행 변경 확인 문제 오류 에러 코드 파일 테스트 함수 변수 입니다 있습니다 없습니다 있어 없어",
]
