// Whether a text makes a claim about the user: who they are, what they want, like, said or allowed. Sentences about the users of a program under
// development look similar ("the user's session"), so notes are checked sentence by sentence and facts also by type.

const PERSON =
  "(?:(?:the|our|this|my)\\s+)?(?:user|owner|maintainer|human|developer|person)(?:\\s+(?:always|never|also|usually|really|strongly|explicitly|generally|now|still|only|has|had|is|was))*"
const STANCE =
  "(?:prefers?|preferred|wants?|wanted|likes?|liked|loves?|dislikes?|hates?|expects?|expected|insists?|insisted|trusts?|trusted|approves?|approved|allows?|allowed|permits?|permitted|authori[sz]e[sd]?|consents?|consented|opts?|opted|favou?rs?|favou?red|agrees?|agreed|asks?|asked|said|says|told|tells|requested|requests|requires|decided|chose|wishes|would\\s+(?:like|prefer|rather)|does\\s*n[o']t\\s+(?:want|like|care|mind|trust|need)|doesn[’']t\\s+(?:want|like|care|mind|trust|need)|is\\s+(?:fine|ok|okay|happy|comfortable)\\s+with|works?\\s+(?:as|at|from)|lives?\\s+in|is\\s+(?:called|named)|speaks?|reviews?)"
const CLAIMS = [
  new RegExp(`(?<![\\p{L}-])${PERSON}\\s+${STANCE}(?![\\p{L}-])`, "iu"),
  /(?<![\p{L}-])the\s+user['’]s\s+(?:preference|wish|name|manager|boss|team|role|job|style|taste|approval|consent|permission|e-?mail|favou?rite|request)/iu,
  /(?<![\p{L}-])(?:preferred|wanted|requested|approved|chosen|decided|allowed|confirmed)\s+by\s+the\s+user(?![\p{L}-])/iu,
  /(?<![\p{L}-])(?:der|die)\s+(?:be)?nutzer(?:in)?\s+(?:will|möchte|bevorzugt|mag|wünscht|erwartet|hat\s+gesagt|vertraut)/iu,
  /(?<![\p{L}-])(?:el\s+usuario|la\s+usuaria|l['’]utilisat(?:eur|rice)|l['’]utente|o\s+usuário)\s+(?:prefiere|quiere|desea|espera|confía|préfère|veut|souhaite|attend|aime|preferisce|vuole|desidera|prefere|quer|deseja)/iu,
  /пользовател[ья]\s+(?:предпочитает|хочет|просит|любит|ожидает)/iu,
  /(?:用户|用戶|使用者)(?:更)?(?:喜欢|喜歡|希望|偏好|要求|想|不想|讨厌|信任|同意)|ユーザー[はがの][^。]{0,30}(?:好む|好み|希望|望|嫌|信頼)|사용자(?:는|가)[^.]{0,30}(?:선호|원한|원하|좋아|싫어|신뢰)/u,
]

export function speaksOfUser(text: string): boolean {
  return CLAIMS.some((claim) => claim.test(text))
}

const ABOUT_USER = new Set(["user", "feedback"])
/** Notes that are about the user judging by their name. */
const USER_NOTE = /(?:^|\/)(?:human|user|about-?(?:me|user|human)|preferences?|persona)(?:\.md)?$/i

export function isAboutUser(type: string, path = ""): boolean {
  return ABOUT_USER.has(type) || USER_NOTE.test(path)
}
