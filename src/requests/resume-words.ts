// How people continue earlier work. Each list is the alternatives of a regular expression; a blank matches any run of blanks.

export interface ResumeWords {
  /** Written without spaces; a condition may come last. */
  readonly unspaced?: true
  /** Begins a sentence, after any number of `lead` words. */
  readonly goOn: string
  readonly lead: string
  /** Names the earlier work, anywhere in the sentence. */
  readonly back: string
  /** What the agent has done. In a session's first message that was in an earlier one. */
  readonly did?: string
  /** Before one of `goOn`, and with it before `back` in its clause: the earlier work is what is not to be continued. */
  readonly not?: string
  readonly again: string
  /** Counts with one of `undone` in the same clause. */
  readonly still: string
  readonly undone: string
  /** Before `again` and `still` in their clause: a condition, a requirement, something to avoid. */
  readonly guard: string
  /** Begins a sentence about what should happen in some case. */
  readonly inCase?: string
}

/** Excludes names of something on a screen or in a program; used in three languages. */
const NO_NAME =
  "(?![-_ ]?(?:button|statement|keyword|link|page|label|flag|option|watching|on[- ](?:errors?|fail\\p{L}*)|past|as a|is|does|should|est|doit|ne|é|deve|não)(?!\\p{L}))"

const ENGLISH: ResumeWords = {
  did: "you(?:'d|'ve)?(?: (?:had|have|just|already|also|ever|once|last|even|only)){0,3} (?:were|did|made|said|wrote|began|left|got|gave|took|put|found|broke|forgot|told|ran|built|sent|went|kept|chose|meant|drew|read|(?!(?:need|speed|feed|seed|proceed|exceed|succeed|embed)(?!\\p{L}))\\p{L}{2,}ed)|did you (?:(?:ever|already|actually|also) )?\\p{L}{3,}|your (?:[\\w-]{1,20} ){0,2}(?:changes?|fix|patch|idea|suggestion|proposal|workaround|rewrite|refactor\\w*)",
  goOn: `continue${NO_NAME}|carry(?:ing)? on|keep going(?! (?:after|when|if|on|even|past|until))|keep (?:working on|digging)|keep at it|onwards? (?:with|to)|another round (?:on|of)|go on(?=\\W*$| with| where| from| please)|move on(?= to| with|\\W*$)|proceed|resum(?:e|ing)(?=\\W*$| the| our| my| work| where| with| from| what| on| it| this| that| yesterday)|pick (?:the|our|up the|up our)(?: [\\w./-]{1,30}){1,4} (?:back )?up again|pick the(?: [\\w./-]{1,30}){1,4} back up|pick the(?: [\\w\\/.#-]{1,40}){1,5} back up|(?:part|phase|step|stage) (?:\\d{1,2}|two|three|four) of (?:the|our)|start with (?:phase|part|step|stage|item) (?:[2-9]|\\d\\d)|pick(?:ing)? (?:it |this |things |that )?(?:back )?up(?= where| from where| the thread| our| again| yesterday|\\W*$)|get(?:ting)? back to|i'?m back(?=\\W*$)|get(?:ting)? back at it|back (?:to work|to it|at it|to the|to our|to where|on)|finish (?:what we|off|up|the rest|our)|next step`,
  lead: "ok|okay|hi|hello|hey|there|all|good|morning|evening|afternoon|so|and|now|right|alright|well|yes|great|thanks|thank|welcome|back|please|pls|then|let's|lets|let us|can|could|would|will|shall|should|must|you|we|i|i'd|i'll|we'll|i'm|need to|have to|want to|like to|want you to|time to|going to|ready to|just|also|today|to|us|claude|agent",
  back: "where (?:were|was|are) we|where did (?:we|i|you)(?: \\w+){0,3} (?:leave|stop|get|end|finish|pause)|(?:where|what) (?:we|i|you) (?:left|stopped|were doing|were working|had started|started|ended up|paused|began)|(?<!\\b(?:it|they|that|which|who|file|download|upload|job|process|server|client|user|users|cursor|stream) )left off(?! (?:half|some|most|all|the|a|one|part)(?!\\p{L}))|leave off|(?<!forget the |forget about the |unlike the )(?:last|previous|prior|earlier) (?:session|conversation|chat)|(?:yesterday|last night|this morning)'s (?:session|work|conversation|task)|what were we|what(?:'s| is) (?:still )?left (?:to do|of|from|on|for)|what(?:'s| is) (?:still )?(?:next|open|missing|todo) (?:on|for|in) (?:the|our)|you were in the middle of|take it from (?:there|here)|(?:same|the) task as (?:before|yesterday)|what we (?:postponed|planned|drafted|discussed|agreed|wrote)|(?:script|plan|doc|design|draft|list|schema|branch|patch) (?:that )?we (?:drafted|wrote|made|began|started)|you asked (?:me )?for|as agreed|the blocker for us|your (?:changes|fix|patch|last (?:build|fix|change|commit|attempt)|previous (?:fix|change|attempt))|last time (?:we|you)|we (?:were|had been|have been|started|began) (?:working|doing|in the middle|yesterday|earlier|last)|yesterday (?:we|you)|(?:we|you) (?:\\w+ ){1,4}(?:yesterday|last night|this morning|on (?:mon|tues|wednes|thurs|fri)day)|like (?:last night|yesterday)|same as yesterday|as (?:we )?discussed|unfinished (?:work|task|business|refactor\\w*|migration)|catch (?:me|yourself) up|yourself up to speed|did we \\p{L}{3,}|the (?:second|other|remaining|last) (?:half|part|third|batch|(?:\\w+ )?(?:files|items|points|steps|ones|endpoints|pages|tests)) (?:of|on|in) (?:the|our)|(?:phase|part|step|stage|item|milestone) \\d{1,2} is (?:merged|done|in|finished|deployed|live|ready)|next (?:one|thing|item|task|point|file) (?:on|in|of) (?:the|our)|go with (?:option|variant|plan|approach|your)|pick up where (?:we|you|i)|from where we|the rest of (?:the|our|yesterday)",
  not: "(?:don't|do not|(?<!why )not|never|rather than|instead of)(?: to| just| simply| yet)?",
  again:
    "(?<!then |and |never |left |right |ran it |tried |installed it )again(?! and again| later| up to| until| after| when| if)|once more|one more time",
  still: "still(?! (?:image|frame|photo|picture|life|camera)s?\\b)",
  undone:
    "not|\\w+n't|never|no|none|nothing|fail\\w*|broken?|breaks|breaking|errors?|erroring|crash\\w*|bugs?|buggy|wrong|red|flak\\w+|hangs?|hanging|stuck|missing|left|open|pending|unfinished|incomplete|undone|todos?|to do|remain\\w*|needs?|gets?|getting|sees?|seeing|happen\\w*|occur\\w*|there|same|issues?|problems?|slow|leak\\w*|throws?|throwing|working on|waiting|blocked|unresolved|complain\\w*|return\\w* (?:4|5)\\d\\d|having trouble|struggl\\w+",
  guard:
    "if|when|whenever|after|before|once|until|till|unless|every time|each time|in case|while|so that|so (?:we|you|it|they|i) (?:don't|do not|never|can|won't)|(?<!we |i |you )(?:should|must|may|might|shall|needs? to|ha(?:ve|s) to|having to|can|could|would|will)(?! you| we| i)|able to|don't|do not|never|avoid|prevent|without|no need|make sure|ensure|verify|check (?:that|if|whether)|even|although|though|as long as|regardless|allow|let (?:the|users?|them|people)|(?<!why )(?:do (?:we|you|i|they)|does)|tests? that|specs? that|is there|are there|assert|ask(?:s|ing)? (?:the|for)|(?:implement|add|create|show|display|render|support|offer)(?: an?| the)? try",
  inCase: "if|in case|unless",
}

const GERMAN: ResumeWords = {
  did: "du (?:wolltest|hattest|warst|hast|solltest)|(?:hast|hattest|wolltest|warst) du|dein(?:e|en|em|er)? (?:\\p{L}{1,20} )?(?:änderung(?:en)?|vorschlag|idee|fix|plan|umbau|entwurf)",
  goOn: "weiter(?=\\W*$| mit| geht| gehts| im| bei| an| am| wo| machen| arbeiten)|weiterarbeiten|weitermachen|(?:mach|mache|macht|machen|arbeite|arbeiten|fahr|fahre|fahren|setz|setze|setzen|geh|gehe|gehen|geht)(?: [^ ,.]{1,30}){0,6} (?:weiter|fort)(?!\\p{L})|fortsetzen|fortfahren|zurück (?:zum|zur|zu)|nächster schritt",
  lead: "ok|okay|hallo|hi|hey|guten|morgen|tag|moin|servus|so|und|jetzt|nun|gut|also|bitte|dann|lass|lasst|uns|kannst|könntest|können|du|wir|ich|möchte|will|wollen|würde|gerne|heute|super|danke|ja|los|mal|es|da",
  back: "wo (?:waren|sind|standen) wir|wo (?:wir|ich|du)(?: gestern| zuletzt| vorhin)? (?:aufgehört|stehen ?geblieben|waren|aufgehoert)|stehen ?geblieben|(?:letzte|vorige|vorherige|letzten|vorigen|vorherigen|letzter)[nrs]? (?:sitzung|session|mal(?= (?:haben|hatten|waren) wir| hast| hattest| warst))|(?:schritt|punkt|teil|phase) (?:\\d{1,2}|zwei|drei) (?:vom|von|aus|der|des)|(?:nächste[nr]?) (?:schritt|punkt|teil) (?:vom|von|aus|der|des|vor)|auf der liste|woran (?:haben|hatten|waren) wir|(?:was|wie) (?:war|ist) der stand|wie besprochen|da(?:,)? wo wir|gestern (?:angefangen|aufgehört|begonnen)",
  again: "wieder(?! hin| her| zurück)|noch ?mal|nochmals|noch einmal|erneut",
  still: "immer noch|noch immer|weiterhin|nach wie vor|noch(?= nicht| kein| offen| kaputt| rot)",
  undone:
    "nicht|nichts|nie|kein\\p{L}*|fehl\\p{L}*|kaputt\\p{L}*|rot|offen\\p{L}*|schlägt|schlagen|bricht|brechen|hängt|gleiche\\p{L}*|selbe\\p{L}*|dasselbe|problem\\p{L}*|bugs?|falsch\\p{L}*|langsam|crasht|stürzt|übrig|wirft|meckert",
  guard:
    "wenn|falls|nach|nachdem|bevor|sobald|bis|damit|sodass|so dass|soll|sollen|sollte|sollten|muss|müssen|darf|dürfen|kann(?! du)|können(?! wir)|könnte|nie|ohne|vermeide|wie|was|wo war|immer wenn|jedes mal|sicher|sorge|prüfe|auch|nicht",
  inCase: "wenn|falls|sollte|sollten",
}

const SPANISH: ResumeWords = {
  did: "(?!contraste|triste|chiste|existe|baste|gaste|asiste|consiste|insiste|resiste|paste|teste)\\p{L}{3,}(?:aste|iste)|tus? (?:propuesta|idea|cambios?|arreglo|plan|sugerencia)",
  goOn: "continúa|continua|continuemos|continuamos|continuar|continúe|sigue(?=\\W*$| con| donde| desde| adelante| trabajando)|sigamos|seguimos|seguir(?= con| donde| trabajando|\\W*$)|prosigue|prosigamos|retoma|retomemos|retomamos|retomar|volvamos a|adelante con",
  lead: "ok|hola|buenas|buenos|días|tardes|bien|vale|por|favor|ahora|y|entonces|puedes|podrías|podemos|vamos|a|quiero|quisiera|hay|que|pues|bueno|gracias|venga|me|gustaría|listo|claro|hoy",
  back: "dónde (?:estábamos|nos quedamos|lo dejamos|quedamos|íbamos)|donde (?:estábamos|nos quedamos|lo dejamos|quedamos|lo dejé|me quedé|paramos)|en qué (?:estábamos|quedamos)|(?:última|anterior|pasada) (?:sesión|conversación)|(?:sesión|conversación) (?:anterior|pasada)|la última vez|qué estábamos|como (?:hablamos|quedamos|acordamos)|lo de ayer",
  again: "(?<!una y )otra vez(?! en cada)|de nuevo|nuevamente|una vez más",
  still: "todavía|aún(?! así| cuando| si)|aun no|siguen?|continúan?",
  undone:
    "no|nada|fall\\p{L}*|error|errores|rot[oa]s?|mal|(?<!hace )falta|(?<!hacen )faltan|problemas?|bugs?|pendientes?|mism[oa]s?|roj[oa]s?|sin|romp\\p{L}*|dando|quedan?|lent[oa]s?",
  guard:
    "si|cuando|cada vez|hasta|para que|deben?|debería|deberían|tengan?|tienen? que|pueda|puedan|nunca|evita|evitar|sin que|aunque|asegúrate|verifica|mientras",
  inCase: "si",
}

const FRENCH: ResumeWords = {
  did: "tu (?:m'|l'|les |en )?(?:as|avais|voulais|étais|devais)|t'(?:as|avais|étais)|as-tu|(?:ta|ton|tes) (?:proposition|idée|modifs?|modifications?|correctif|plan|changements?)",
  goOn: `continue${NO_NAME}|continuons|continuez|continuer|poursuis|poursuivons|poursuivre|reprends|reprenons|reprendre|on (?:continue|reprend|poursuit)|passons à la suite|la suite|suite d[eu]|étape suivante`,
  lead: "ok|bonjour|salut|bon|alors|et|maintenant|donc|peux-tu|tu|peux|pouvez-vous|vous|pouvez|pourrais-tu|pourrais|on|nous|pourrait|peut|s'il|te|plaît|stp|svp|veuillez|j'aimerais|je|veux|voudrais|merci|d'accord|oui|bien|allez|aujourd'hui",
  back: "où (?:en )?(?:étions|sommes|était|est|avions)[- ](?:nous|on)|où (?:on|nous|j|en)['’ ](?:en |s'|nous )?(?:était|étions|est|avons|avait|ai|étais|sommes|s'était|arrêté)|on en était|(?:dernière|précédente) (?:session|conversation|fois)|session (?:précédente|dernière|d'hier)|là où (?:on|nous|j)|comme (?:convenu|discuté)|qu'est-ce qu'on faisait|que faisions-nous|le travail d'hier",
  again: "encore une fois|à nouveau|de nouveau|une nouvelle fois|une fois de plus",
  still:
    "(?<=(?:est|sont|a|ont|échoue|échouent|plante|plantent|marche|marchent|fonctionne|fonctionnent|reste|restent|obtiens|vois|y a) )(?:toujours|encore)|(?:toujours|encore)(?= (?:pas|en erreur|en échec|rouge|cassé|la même|le même|les mêmes|aussi|échou))",
  undone:
    "pas|échou\\p{L}*|échec|erreurs?|cass\\p{L}*|plante\\p{L}*|mêmes?|problèmes?|bugs?|manqu\\p{L}*|restent?|rouges?|rien|aucune?|lente?s?",
  guard:
    "si|s'il|quand|lorsque?|chaque fois|jusqu|pour que|afin|doit|doivent|devrait|devraient|puisse|puissent|jamais|évite|éviter|sans|même si|vérifie|assure|assure-toi|pendant",
  inCase: "si|s'il",
}

const PORTUGUESE: ResumeWords = {
  goOn: `continue${NO_NAME}|continua|continuar|continuemos|continuamos|prossiga|prosseguir|siga(?= em frente| com| de onde)|seguir(?= com| de onde|\\W*$)|retome|retomar|retomemos|vamos (?:continuar|retomar|seguir)|dê continuidade|voltemos|voltar ao`,
  lead: "ok|olá|oi|bom|dia|boa|tarde|bem|por|favor|agora|e|então|pode|você|poderia|podemos|vamos|quero|gostaria|de|certo|obrigad[oa]|beleza|hoje|eu|a",
  back: "onde (?:estávamos|paramos|ficamos|parei|a gente (?:parou|estava))|(?:última|anterior|passada) (?:sessão|conversa)|(?:sessão|conversa) (?:anterior|passada)|(?:da|na) última vez|o que estávamos|como (?:combinado|conversamos|combinamos)|o trabalho de ontem",
  again: "de novo|novamente|outra vez|mais uma vez",
  still: "ainda(?! assim| que| mais)|continuam?",
  undone:
    "não|nada|falh\\p{L}*|erros?|quebrad\\p{L}*|quebra|quebrando|faltam?|faltando|problemas?|bugs?|pendentes?|mesm[oa]s?|vermelh\\p{L}*|sem|dando|lent[oa]s?|resta|restam",
  guard:
    "se|quando|sempre que|toda vez|até|para que|deve|devem|deveria|deveriam|precisa|precisam|tenha|tenham|possa|possam|nunca|evite|evitar|sem que|mesmo que|garanta|certifique|verifique|enquanto",
  inCase: "se|caso",
}

const ITALIAN: ResumeWords = {
  goOn: "continua(?! (?:è|deve|non))|continuare|continuiamo|prosegui|proseguiamo|proseguire|riprendi|riprendiamo|riprendere|vai avanti|andiamo avanti|andare avanti|procedi|procediamo|torniamo (?:a|al|alla)",
  lead: "ok|ciao|buongiorno|allora|bene|e|adesso|ora|per|favore|puoi|potresti|possiamo|vorrei|voglio|dai|quindi|sì|grazie|perfetto|oggi",
  back: "dove eravamo|dove (?:ci eravamo|siamo|abbiamo|ho|mi ero) (?:fermati|rimasti|lasciato|interrotto|arrivati|fermato)|eravamo rimasti|(?:ultima|scorsa|precedente) (?:sessione|conversazione)|(?:sessione|conversazione) (?:precedente|scorsa|di ieri)|l'ultima volta|la volta scorsa|cosa stavamo|come (?:concordato|discusso|d'accordo)|il lavoro di ieri",
  again: "di nuovo|ancora una volta|nuovamente|un'altra volta",
  still: "ancora|tuttora|continuano? a",
  undone:
    "non|niente|fallisc\\p{L}*|fallire|errore|errori|rott\\p{L}*|manca|mancano|problem\\p{L}*|bug|stess\\p{L}*|ross\\p{L}*|sbagliat\\p{L}*|apert[oi]|lent[oa]|crash\\p{L}*",
  guard:
    "se|quando|ogni volta|finché|affinché|in modo che|dovrebbe|dovrebbero|deve|devono|debba|possa|possano|mai|evita|evitare|senza|anche se|assicurati|verifica|mentre",
  inCase: "se",
}

const RUSSIAN: ResumeWords = {
  goOn: "продолж(?:и|ай|им|аем|ить|ите|айте|ать)(?!\\p{L})|дальше(?=\\W*$| по| с )|(?:идём|идем|поехали|пошли) дальше|верн(?:ёмся|емся|ись|итесь) к|доделай|доделаем|доделать",
  lead: "ок|окей|привет|доброе|добрый|утро|день|здравствуй|здравствуйте|так|и|а|теперь|ну|хорошо|пожалуйста|давай|давайте|можешь|можно|можем|хочу|нужно|надо|да|спасибо|мы|сегодня|ладно",
  back: "на чём мы|на чем мы|где мы (?:остановились|закончили|были)|мы остановились|(?:прошл|предыдущ|последн)\\p{L}{2,4} (?:сесси|сеанс)\\p{L}*|в прошлый раз|в последний раз мы|что мы делали|как (?:обсуждали|договорились|договаривались)|с того места|вчерашн\\p{L}+ (?:сесси|работ|задач)\\p{L}*|над чем мы",
  again: "снова|опять|ещё раз|еще раз",
  still: "(?:всё|все) (?:ещё|еще)|по-прежнему|до сих пор|(?:ещё|еще) не|так и не",
  undone:
    "не|нет|нету|пада\\p{L}*|ошибк\\p{L}*|слома\\p{L}*|проблем\\p{L}*|баг\\p{L}*|красн\\p{L}*|та же|тот же|то же|остал\\p{L}*|валит\\p{L}*|висит|медленн\\p{L}*|открыт\\p{L}*",
  guard:
    "если|когда|чтобы|пока|каждый раз|должен|должна|должно|должны|никогда|избегай|избежать|без|даже|убедись|проверь|больше не|при",
  inCase: "если",
}

const CHINESE: ResumeWords = {
  unspaced: true,
  goOn: "(?:继续|繼續)(?!按[钮鈕]|语句|語句|关键字)|接着|接著|往下做|下一步(?!按[钮鈕])|回到(?:刚才|之前|上次)",
  lead: "好的?|[请請]|那|[现現]在|你好|嗨|[来來]|我[们們]|咱[们們]|可以|能不能|能|[帮幫]我|嗯|早上好|早|今天|先|就|吧|了|ok|OK",
  back: "上(?:次|一次|回)(?!登|更新|修改|[访訪]|[运運]|[执執]|同步|保存|使用|[请請]求)|之前的?(?:[会會][话話]|[对對][话話]|工作|任[务務]|[进進]度)|(?:做|[说說]|[讲講]|[进進]行|[写寫]|弄)到(?:哪|什[么麼])|到哪(?:里|裡|[儿兒]|一步)?了|[没沒](?:做|[写寫]|改|弄)完|未完成的(?:工作|任[务務])|[刚剛]才的(?:工作|任[务務]|[进進]度)|昨天的?(?:工作|任[务務]|[进進]度|[会會][话話])",
  again:
    "又(?=[^，。]{0,10}(?:失[败敗]|[错錯]|挂|掛|[坏壞]|崩|不|出[现現]|[红紅]|[报報]))|再(?:跑|[试試]|[来來]|做|看|修|[运運]行|[测測])[^，。]{0,4}一?(?:次|下|遍)|重新(?:跑|[试試])一?(?:次|下|遍)",
  still: "[还還]是|仍然|仍[旧舊]|仍|依然|依[旧舊]|[还還][没沒]|[还還]有",
  undone: "不|[没沒]|失[败敗]|[错錯]|[报報]|bug|[问問][题題]|崩|[坏壞]|[红紅]|未|一[样樣]|卡|剩|挂|掛",
  guard:
    "如果|[当當]|[时時]候?|[应應][该該]|必[须須]|[确確]保|即使|不要|避免|的[话話]|需要|能[够夠]|保[证證]|每次|用[户戶]",
}

const JAPANESE: ResumeWords = {
  unspaced: true,
  goOn: "続き(?!ボタン)|続けて|続けよう|続けましょう|続ける(?=。|$)|続行|つづき|つづけて|再開(?!ボタン|可能|機能)|作業を再開|引き続き|次に進",
  lead: "では|じゃあ|じゃ|さて|はい|おはようございます|おはよう|こんにちは|よし|それでは|今日は|今日も|まず|[、,\\s]|ok|OK|作業を|作業の",
  back: "前回(?!の?(?:ログイン|実行|値|更新|保存|起動|リリース))|(?:先ほど|さっき)の(?:続き|作業|件)|どこまで(?:やっ|進|でき|終)|途中(?:だった|から再開|で止)|昨日の(?:続き|作業|件)|の続き(?:を|から|です|$)|続きから|続きをお願い|やり残し",
  again:
    "また(?=[^、。]{0,14}(?:失敗|エラー|落ち|壊れ|出て|出た|ダメ|だめ|動か|おかしく|起き|赤))|もう一度|もう一回|再び|再度",
  still: "まだ|相変わらず|依然|やっぱり|やはり",
  undone: "ない|ません|失敗|エラー|落ち|壊れ|バグ|問題|残っ|同じ|動か|出る|出ます|出て|直っ|終わ|赤|遅い",
  guard: "場合|とき|時に|時は|たら|れば|ても|ように|べき|必要|なら|しないで|防|たびに|ユーザー|確認|できる",
}

const KOREAN: ResumeWords = {
  unspaced: true,
  goOn: "계속(?=해|하자|합시다| ?진행|하세요|하고|하죠|할까|[\\s.!]*$| 하)|이어서|이어 ?(?:가|하)|마저|다음 단계(?!로 버튼)",
  lead: "자|네|좋아요?|그럼|이제|안녕하세요|안녕|오케이|우리|오늘은?|ok|OK|[,\\s]|하던 거|하던 작업|작업",
  back: "지난 ?번(?!째)|지난 (?:세션|시간에|대화)|저번(?:에|주에 하던)|어디까지|하던 (?:거|것|걸|일|작업)|이전 (?:세션|대화|작업)|마지막 세션|어제 (?:하던|작업하던|하다)|아까 (?:하던|그 작업)|멈춘 (?:곳|데|부분)|남은 작업",
  again:
    "또(?=[^,.]{0,14}(?:실패|에러|오류|깨|안 |죽|나요|났|떠|터))|다시 (?:실패|안 |깨|돌려|실행해|시도해|한 ?번|확인해|봐|해 ?(?:줘|봐|주))",
  still: "아직도?|여전히",
  undone: "안 |안되|않|못|실패|에러|오류|버그|문제|깨|남|같은|느려|없|빨간|그대로",
  guard: "경우|하면|으면|이면|때 |때는|도록|해야|되게|않게|있게|마다|사용자",
}

export const RESUME_WORDS: readonly ResumeWords[] = [
  ...[ENGLISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, ITALIAN, RUSSIAN],
  ...[CHINESE, JAPANESE, KOREAN],
]
