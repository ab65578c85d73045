// How Chinese, Japanese and Korean ask to remember and to forget. Japanese and Korean put the request last, and Chinese may put it around
// its object; 记住了 tells that it is done, 不记得 and 覚えていない that one does not know.
import { anyOf, type Language, lead, MARKS, trail } from "../request-phrase.ts"

const openings = (words: string) => `(?:(?:${words})[，,、：:\\s]{0,2}){0,5}`
const END_OR_MARK = "(?=\\s|[:：,，、。.!！—–-]|$)"

const ZH_OPENING = openings(
  "我(?:希望|想|要)(?:让|讓|请|請)?你|请|請|麻烦|麻煩|拜托|拜託|你要|你|您|帮我|幫我|给我|給我|务必|務必|一定要|一定|也|还有|還有|另外|对了|對了|好的|好|那么|那|顺便|順便|最后|最後",
)
const ZH_THIS =
  "(?:(?:这|這)(?:一点|一點|个|個|点|點|件事|些|条|條)|以下(?:内容|內容|几点|幾點|事项|事項)?|如下(?:内容|內容)?|下面(?:的)?(?:内容|內容|这些|這些)?)?"
const ZH_KEEP = "(?:牢?[记記](?:住|得(?!要)|一下|下(?:[来來])?)|牢[记記])"
const ZH_TALE =
  "(?![了]?[吗嗎么麼没沒]|不(?:[记記]得|清|到)|[当當](?:时|時|年)|上[次回]|那[次时時天年个個]|以前|之前|小[时時]候|曾|去年|昨天|有一次|你|了\\s*[。.！!]?$|[录錄]|[忆憶]|号|號)"
const ZH_MEMORY =
  "(?:(?:保存|存|加|添加|写|寫|[记記])(?:到|进|進|入|在)(?:你的)?(?:长期|長期)?[记記][忆憶](?:库|庫)?(?:里|裡|中)?|更新(?:一下)?(?:你的)?[记記][忆憶]|(?:[记記做写寫](?:个|個|一下)?)(?:笔记|筆記|备忘|備忘))"
const ZH_NOT =
  "(?:不要|不用|不必|不需要|无需|無需|没必要|沒必要|[请請切]?勿|千[万萬]?[别別]|先?[别別]|先不|不[准許许])(?:再|帮我|幫我|去|要)?"
const ZH_SOFT = "(?:了|哦|喔|啊|吧|啦|哈|这点|這點|这个|這個|它){0,2}"

const JA_OPENING = openings(
  "なお|あと|また|それと|ちなみに|必ず|ぜひ|どうか|以下を|以下のことを|次のことを|これを|これは|これも",
)
const JA_MEMORY =
  "(?:(?:メモリー?|記憶)に(?:保存|追加|記録|登録)して(?:おいて)?|記憶を更新して(?:おいて)?|メモリーを更新して(?:おいて)?|(?:心|胸)に(?:留|と)めて(?:おいて)?|頭に入れて(?:おいて)?|念頭に[置お]いて(?:おいて)?)"
const JA_VERB = `(?:(?:覚|おぼ)えて(?:おいて)?|メモ(?:を取って|を残して|して)(?:おいて)?|記憶して(?:おいて)?|忘れないで(?:いて)?|${JA_MEMORY})`
const JA_SOFT = "(?:ください|下さい|くれ|ほしい(?:です)?|欲しい(?:です)?|頂戴|ちょうだい|ね|よ|な){0,3}"
const JA_NOT =
  "(?:(?:覚|おぼ)え(?:ないで(?:おいて)?|ておかないで|なくて(?:も)?(?:いい|良い|大丈夫|結構)(?:です)?|る必要は?(?:ない|ありません))|(?:メモ|記憶|保存)しないで(?:おいて)?)"
const JA_OBJECT =
  "(?:(?:という|っていう)(?:こと|の|点)|こと|って|と)?(?:だけ)?[をはも]?[、,\\s]{0,2}(?:ちゃんと|必ず|しっかり|よく|どうか|ずっと)?"

const KO_OPENING = openings("이거|이것을|이것|이걸|이 점을|이 점|다음을|다음|아래를|꼭|그리고|참고로|제발|부디|아|또")
const KO_SOFT = "(?:\\s?(?:줘요?|주세요|주십시오|둬요?|두세요|주라|줄래요?|라|요)){0,1}"
const KO_VERB = `(?:기억해${KO_SOFT}|기억하(?:세요|십시오|자)|메모해${KO_SOFT}|외워${KO_SOFT}|명심해${KO_SOFT}|유념해${KO_SOFT}|염두에\\s?둬(?:요|줘)?|(?:메모리|기억)에\\s?(?:저장|추가|기록)해${KO_SOFT}|기억을\\s?(?:업데이트|갱신)해${KO_SOFT}|잊지\\s?(?:마(?:요|세요|라|십시오)?|말아(?:\\s?(?:줘요?|주세요)|요)?|말\\s?것))`
const KO_NOT =
  "(?:(?:기억|메모|저장)하지\\s?(?:마(?:요|세요|라|십시오)?|말아(?:\\s?(?:줘요?|주세요)|요)?|말\\s?것|않아도\\s?(?:돼요?|됩니다))|기억할\\s?필요(?:는|가)?\\s?없(?:어요?|습니다|다))"
const KO_OBJECT =
  "(?:(?<=[다라])(?:는\\s?(?:것|거|점|사실)(?:을|를|도|은|만)?|는\\s?걸|고)|(?:을|를|도|만|은|는)?)[,\\s]{1,3}(?:꼭|잘|반드시|좀|부디)?\\s?"

export const CHINESE: Language = {
  cue: /[记記忘]/,
  phrases: [
    { asks: "refuse", lead: lead(ZH_OPENING, ZH_NOT, anyOf(ZH_KEEP, ZH_MEMORY), ZH_THIS, MARKS) },
    {
      asks: "refuse",
      trail: trail(
        "[，,；;]\\s*(?:但|但是)?",
        ZH_OPENING,
        ZH_NOT,
        anyOf("[记記](?:住|下[来來]?|一下)", ZH_MEMORY),
        ZH_SOFT,
      ),
    },
    {
      asks: "refuse",
      lead: lead(ZH_OPENING, ZH_NOT, "把"),
      trail: trail("(?:这件事|這件事)?", anyOf("[记記](?:住|下[来來])", ZH_MEMORY), ZH_SOFT),
    },
    {
      asks: "keep",
      lead: lead(ZH_OPENING, "把"),
      trail: trail(
        "(?:这件事|這件事|这一点|這一點|这点|這點)?",
        anyOf("[记記](?:住|下[来來]|一下|好)", ZH_MEMORY),
        ZH_SOFT,
      ),
    },
    {
      asks: "keep",
      polite: true,
      lead: lead(
        "(?!(?:你|您)?(?:还|還))(?:请|請)?(?:你|您)?(?:能不能|可不可以|能否|能|可以)(?:请|請)?(?:你|您)?(?:(?:帮|幫)我)?",
        "牢?[记記](?:住|一下|下(?:[来來])?)",
        ZH_THIS,
        MARKS,
      ),
      unless: /^(?:多少|什[么麼]|哪|几|幾|所有|更多|[长長])/,
    },
    { asks: "keep", lead: lead(ZH_OPENING, ZH_KEEP, ZH_TALE, "了?(?:一下)?", ZH_THIS, MARKS) },
    { asks: "keep", lead: lead(ZH_OPENING, ZH_MEMORY, "(?=\\s*[:：，,]|$)", MARKS) },
    { asks: "keep", trail: trail("[，,；;。]\\s*", ZH_OPENING, "(?:要)?[记記](?:住|一下|下[来來]|好|得)", ZH_SOFT) },
    {
      asks: "forget",
      lead: lead(ZH_OPENING, "(?:现在|現在)?(?:可以)?(?:把)?", "忘(?:记|記|掉)", "(?:关于|關於)?", MARKS),
      unless:
        /^(?:吧|它|他|她|我|这个|這個|那个|那個|这|那|了|我[说說]的)?[\s。！!.，,吧]*$|^(?:[带帶拿关關说說写寫做加提交]|了|时|時|的|密[码碼]|告[诉訴])/,
    },
    {
      asks: "forget",
      lead: lead(ZH_OPENING, "把"),
      trail: trail(
        "(?:这件事|這件事|的事)?",
        "(?:都|给|給)?",
        anyOf("忘(?:掉|了|记|記)", "[从從](?:你的)?[记記][忆憶](?:里|裡|中)?(?:删除|刪除|删掉|刪掉|移除|清除)"),
        "[吧啊了]{0,2}",
      ),
    },
    {
      asks: "forget",
      lead: lead(ZH_OPENING, "(?:[删刪]除|[删刪]掉|移除|清除)(?:掉)?", "(?:关于|關於|有关|有關)?"),
      trail: trail("(?:的)?(?:那[条條]|这[条條]|所有)?[记記][忆憶]", "[吧啊了]{0,2}"),
      unless: /^[\s的]*$/,
    },
    {
      asks: "forget",
      lead: lead(ZH_OPENING, "[从從](?:你的)?[记記][忆憶](?:里|裡|中)?(?:把)?(?:[删刪]除|[删刪]掉|移除|清除)", MARKS),
    },
  ],
}

export const JAPANESE: Language = {
  cue: /覚え|おぼえ|メモ|記憶|忘れ|保存|[心胸]に|頭に|念頭/,
  phrases: [
    { asks: "refuse", lead: lead(JA_OPENING, JA_NOT, JA_SOFT, END_OR_MARK, MARKS) },
    { asks: "refuse", trail: trail(JA_OBJECT, JA_NOT, JA_SOFT) },
    {
      asks: "keep",
      polite: true,
      trail: trail(
        JA_OBJECT,
        JA_VERB,
        "(?:もらえ(?:ます|る)|いただけ(?:ます|る)|くれ(?:ます|る)|くださいます)(?:か|でしょうか)?",
      ),
    },
    { asks: "keep", lead: lead(JA_OPENING, JA_VERB, JA_SOFT, END_OR_MARK, MARKS) },
    { asks: "keep", trail: trail(JA_OBJECT, JA_VERB, JA_SOFT) },
    {
      asks: "forget",
      lead: lead(JA_OPENING, "忘れて(?:ください|下さい|くれ|いい(?:です)?)?[よね]?(?=[:：、,])", MARKS),
    },
    {
      asks: "forget",
      trail: trail(
        "(?:のこと|という(?:こと|件|ルール)|の件)?[をはも][、,\\s]?(?:もう|全部|すべて)?",
        "忘れて(?:ください|下さい|くれ|おいて|(?:も)?(?:いい|大丈夫)(?:です)?|ほしい(?:です)?|[よね]){0,2}",
      ),
      unless: /^(?:それ|これ|あれ|今の|さっきの|全部|すべて)?$/,
    },
    {
      asks: "forget",
      trail: trail(
        "(?:に関する|についての|に関しての|の)(?:記憶|メモリー?)を(?:削除|消去|消)して",
        "(?:ください|下さい|くれ|おいて|[よね]){0,2}",
      ),
    },
    {
      asks: "forget",
      lead: lead(JA_OPENING, "(?:記憶|メモリー?)から"),
      trail: trail(
        "(?:のこと|という(?:こと|件|ルール)|の件)?を(?:削除|消去|消)して",
        "(?:ください|下さい|くれ|おいて|[よね]){0,2}",
      ),
    },
  ],
}

export const KOREAN: Language = {
  cue: /기억|메모|외워|잊|저장|명심|유념|염두/,
  phrases: [
    { asks: "refuse", lead: lead(KO_OPENING, KO_NOT, END_OR_MARK, MARKS) },
    { asks: "refuse", trail: trail(KO_OBJECT, KO_NOT) },
    {
      asks: "keep",
      polite: true,
      trail: trail(
        KO_OBJECT,
        "(?:기억해|메모해)\\s?(?:줄래요?|주실래요|주시겠어요|줄\\s?수\\s?있(?:어요?|나요|을까요)|주실\\s?수\\s?있(?:나요|을까요|어요))",
      ),
    },
    {
      asks: "keep",
      lead: lead(KO_OPENING, KO_VERB, END_OR_MARK, MARKS),
      unless: /^(?:봐|달라|내[야는]|둔|낸|볼|보[니면])/,
    },
    { asks: "keep", trail: trail(KO_OBJECT, KO_VERB) },
    { asks: "forget", lead: lead(KO_OPENING, "잊어\\s?(?:줘요?|주세요|버려요?|라)(?=[:：,])", MARKS) },
    {
      asks: "forget",
      trail: trail(
        KO_OBJECT,
        "(?:이제\\s)?(?:잊어\\s?(?:줘요?|주세요|버려(?:요|줘)?|도\\s?(?:돼요?|됩니다)|라|요)?|잊으세요)",
      ),
      unless: /^(?:그거|이거|그건|이건|그것|이것|다|전부)?$/,
    },
    {
      asks: "forget",
      trail: trail(
        "에\\s?(?:대한|관한)\\s?(?:기억|메모리)(?:을|를)?\\s?(?:삭제|제거)?",
        "(?:해|지워)\\s?(?:줘요?|주세요|라|요|버려(?:줘)?)?",
      ),
    },
    {
      asks: "forget",
      lead: lead(KO_OPENING, "(?:기억|메모리)에서\\s"),
      trail: trail(
        "(?:(?<=[다라])는\\s?(?:것|거|걸)(?:을|를)?|을|를)?\\s?(?:삭제해|제거해|지워)\\s?(?:줘요?|주세요|라|요)?",
      ),
    },
  ],
}
