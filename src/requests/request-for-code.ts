// "Remember the scroll position when navigating back" asks for a program that remembers, not for a memory of this conversation. What tells
// it is that nothing is said about the thing: no verb, and often where, when or how long the program is to keep it.

import { EASTERN_SCRIPT } from "../text/script.ts"
import { saysSomething } from "./statement.ts"

export function isForCode(words: string): boolean {
  const said = words.slice(0, 300).replaceAll("’", "'")
  const patterns = EASTERN_SCRIPT.test(said) ? EASTERN : WESTERN
  return patterns.some((pattern) => pattern.test(said)) && !saysSomething(said)
}

/** Names a thing and says nothing about it: what is meant stands elsewhere. */
export function isMereName(words: string): boolean {
  const said = words.slice(0, 300).replaceAll("’", "'")
  return DETERMINED.test(said) && !SAYS.test(said) && !saysSomething(said)
}

const DETERMINED =
  /^(?:the|an?|each|every|its|their|my|our|user's|users'|der|die|das|den|dem|mein\p{L}{0,2}|unser\p{L}{0,2}|el|la|los|las|mis?|nuestr[oa]s?)\s/iu
/** A value, an equation, a piece of code. */
const SAYS = /[\d\ue000`"“:=→]|->|\b(?:not|never|only|nicht|nie|nur|no|nunca|solo)\b/i

const STORAGE =
  "(?:local\\s?storage|session\\s?storage|cookies?|indexeddb|redis|(?:the\\s+|a\\s+|an\\s+)?(?:url|query\\s+(?:params?|string)|database|db|cache|json\\s+file|file|session|store|state|ref|env\\w*|config(?:\\s+file)?))"

const WESTERN = [
  /^(?:the\s+)?(?:last|previous|current|recent(?:ly)?|selected|entered|chosen)\s|\s(?:per|for\s+each)\s+(?:user|session|tab|page)\b|\sfor\s+(?:\d{1,4}|a\s+few|an?)\s+(?:days?|hours?|weeks?|minutes?|months?)[.!]?$/i,
  new RegExp(`(?<![\\p{L}])(?:in|into|to|using|via|with|im|per|en|a)\\s+${STORAGE}(?!\\p{L})`, "iu"),
  /\b(?:across|between|after|on|upon|through|over|during)\s+(?:(?:a|the|each|every|page|app|browser)\s+){0,2}(?:reloads?|refresh(?:es)?|restarts?|sessions?|visits?|navigations?|requests?|(?:re-?)?renders?|logins?|launches|unmount|mount|back|close|exit|page\s?loads?)\b/i,
  /\b(?:when|while|before|after|even\s+(?:if|when|after))\s+(?:(?:the|a)\s+(?:user|page|component|app|dialog|modal|window|tab|browser)|users?|navigating|going|switching|returning|closing|(?:re)?opening|clicking|scrolling|(?:re)?loading|refreshing|they|it)\b/i,
  /^(?:(?:the|each|every|a|an|all|current|last|previous|old)\s+){0,3}(?:user(?:'s|s'|s)?\s+(?:\w+\s+)?(?:choices?|selections?|preferences?|settings?|login|session|theme|language|credentials|consent|answers?|inputs?)|scroll\s+(?:position|offset)|(?:last\s+)?(?:selected|active|opened|chosen|checked|expanded|used)\s+(?:\w+\s+)?(?:tabs?|items?|options?|pages?|files?|filters?|values?|rows?|theme|language)|cursor\s+position|window\s+(?:size|position)|(?:sidebar|panel|accordion|form|toggle)\s+(?:state|width|values?|inputs?)|sort\s+order)(?![\p{L}])/iu,
  /(?<!\p{L})(?:beim|nach\s+(?:dem|einem)|zwischen\s+(?:den\s+)?|über\s+mehrere)\s+(?:Zurück\p{L}*|Neu(?:laden|start)|Reload|Refresh|Navigieren|Wechsel\p{L}*|Sitzungen|Sessions|Seitenaufrufen)(?!\p{L})/iu,
  /^(?:(?:der|die|das|den)\s+)?(?:letzte[nrs]?\s+|ausgewählte[nrs]?\s+|aktuelle[nrs]?\s+)?(?:Scroll-?position|Auswahl\s+de[sr]\s+(?:Nutzer|Benutzer|User)\p{L}*|Fenstergröße|Cursor-?position)(?!\p{L})/iu,
  /(?<!\p{L})(?:al\s+(?:volver|recargar|navegar|cerrar|reabrir)|entre\s+(?:sesiones|recargas|visitas)|tras\s+(?:recargar|reiniciar)|después\s+de\s+(?:recargar|reiniciar))(?!\p{L})/iu,
  /^(?:(?:la|el|las|los)\s+)?(?:última\s+)?(?:posición\s+de(?:l)?\s+(?:scroll|cursor|desplazamiento)|(?:elección|selección|preferencias?|opción)\s+del\s+usuario|pestaña\s+(?:activa|seleccionada))(?!\p{L})/iu,
]

const EASTERN = [
  /(?:local\s?storage|session\s?storage|cookies?|indexeddb|redis|缓存|快取|数据库|資料庫|本地存储|キャッシュ|クッキー|쿠키|캐시|로컬\s?스토리지)(?:里|裡|中|に|へ|에)?$/i,
  /(?:刷新|重新加载|重新載入|返回|切换|切換|重启|重啟)(?:页面|頁面)?(?:后|後|时|時)|跨(?:会话|會話|页面|頁面)|(?:リロード|再読み込み|ページ遷移|再起動|更新)(?:後|時|して)も?|(?:새로\s?고침|페이지\s?이동|재시작)\s?(?:후|뒤|해도|시)/,
  /^(?:当前|目前|最后|最後|已)?(?:用户|用戶|使用者|选中|選中|滚动|滾動|上次|光标|游標|窗口|視窗)[^是要在有需会會，,：:]{0,12}(?:选择|選擇|位置|状态|狀態|设置|設定|标签页?|標籤|大小|输入|輸入|主题|主題|选项|選項)$/,
  /^(?:前回|最後に?|現在|選択(?:した|中の)?|ユーザーの?)?[^はが、。]{0,12}(?:スクロール位置|選択(?:肢|状態|内容|したタブ)?|カーソル位置|入力(?:内容|値)?|ウィンドウサイズ)$/,
  /^[^은는이가,.]{0,16}(?:스크롤\s?위치|선택(?:한\s?\p{L}+|\s?상태|값)?|커서\s?위치|입력\s?값|창\s?크기)$/u,
]
