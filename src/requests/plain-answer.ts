// Whether a message is only a "yes" or "no" to a question.

const YES =
  "yes|yep|yeah|yup|y|correct|right|exactly|true|confirmed|confirm|that['’]?s (?:right|correct|true)|that is (?:right|correct|true)|it (?:does|is)|i do|ja|jawohl|genau|stimmt|richtig|s[ií]|correcto|exacto|cierto|oui|exact|c['’]est (?:ça|exact|vrai)|sim|correto|certo|да|верно|правильно|s[iì]|esatto|giusto|是|是的|对|对的|對|對的|没错|はい|そうです|その通り|네|예|맞아|맞아요|맞습니다"
const NO =
  "no|nope|nah|n|wrong|incorrect|false|not true|that['’]?s (?:wrong|not (?:right|true|correct))|it (?:doesn['’]?t|isn['’]?t)|i don['’]?t|nein|falsch|stimmt nicht|incorrecto|falso|non|faux|não|errado|нет|неверно|sbagliato|不|不是|不对|不對|没有|いいえ|違います|아니|아니요|아닙니다"
const POLITE = "please|thanks|thank you|bitte|danke|gracias|merci|obrigad[oa]|спасибо|grazie|谢谢|ありがとう|감사합니다"

const answer = (words: string) => new RegExp(`^(?:${words})(?:[\\s,.!]+(?:${words}|${POLITE})){0,3}[\\s.!。！]*$`, "iu")
const IS_YES = answer(YES)
const IS_NO = answer(NO)
const MAX_ANSWER = 60

export function answerIn(message: string): "yes" | "no" | undefined {
  const text = message.trim()
  if (text.length > MAX_ANSWER) return undefined
  return IS_YES.test(text) ? "yes" : IS_NO.test(text) ? "no" : undefined
}
