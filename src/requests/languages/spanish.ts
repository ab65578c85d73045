// Spanish. The imperative and the third person look alike, so what stands before decides; "recuerda ejecutar …" is something to be done.
import type { Language } from "./language.ts"

export const SPANISH: Language = {
  keep: "recuerda, recuerde, recordá, recorda, recuerdes, recordar, acuérdate, acuérdate de, acuérdese, no olvides, no olvide, no te olvides, no te olvides de, no lo olvides, recuérdalo, memoriza, ten en cuenta, tenga en cuenta, ten presente, ten en mente, toma nota, toma nota de, guarda en tu memoria, guarda en la memoria, guarda [it] en tu memoria, añade [it] a la memoria, añade [it] a tu memoria, actualiza tu memoria",
  keepIfStated:
    "anota, apunta, guarda, nota, para la próxima, para la próxima vez, para más tarde, nueva regla, recordatorio",
  intro:
    "recordar, recuerda, memoria, nota, luego, futuro, próxima, regla, saber, guarda, guardar, olvide, olvidar, anota",
  hint: "tu memoria, próxima vez, próxima sesión, próximas sesiones, futuras sesiones, vale la pena recordar",
  refuse:
    "no recuerdes, no lo recuerdes, nunca recuerdes, no guardes, no lo guardes, no anotes, no memorices, no hace falta que recuerdes, no tienes que recordar, no hace falta recordar",
  forget:
    "olvida, olvide, olvídate, olvídate de, puedes olvidar, ya puedes olvidar, elimina de tu memoria, borra de tu memoria, borra el recuerdo sobre, borra el recuerdo de, elimina el recuerdo de",
  about: "lo de, lo que dije sobre, lo que dije de, todo sobre, la regla de, sobre",
  erase: "borra, elimina, quita, olvida",
  fromMemory: "de tu memoria, de la memoria",
  it: "esto, eso, lo siguiente, estas reglas",
  that: "que",
  lead: "por favor, también, y, pero, ok, vale, bueno, ah, oye, además, importante, quiero que, debes, tienes que, puedes, podrías, puede, podría, usted, siempre, ahora, gracias, y también",
  between: "por favor, para la próxima, para la próxima vez, para más tarde, también, siempre, bien, usted, de",
  asked: "por favor, debes, tienes que, quiero que",
  polite: "puedes, podrías, puede, podría",
  and: "y, e",
  tale: "cuando, aquella vez, la vez, la última vez, me",
  which: "cómo, como, qué, cuál, dónde, quién, por qué, si",
  rule: "siempre, nunca, jamás, cada vez, cada",
  subject: "usamos, nosotros, yo, siempre, nunca, no, hay, solo",
  says: "es, son, está, están, usa, usan, usamos, tiene, tienen, necesita, necesitan, debe, deben, hay, corre, vive",
  thing: "el, la, los, las, lo, mi, mis, nuestro, nuestra, que, todo, esa, ese",
  report: "dijo, dice, dijeron, escribió, él, ella, me pidió",
  if: "si, cuando, quizás, tal vez, porque",
  next: "luego, después, ahora, entonces, por favor, puedes",
  standing: "a partir de ahora, de ahora en adelante, desde ahora, en adelante, de aquí en adelante",
  others: "él, ella, ellos, esto, eso, funciona, funcionará, ya, está",
  prefer: "prefiero, yo prefiero, siempre prefiero, mi preferencia es",
  choice:
    "la primera, la segunda, la tercera, la última, la otra, el primero, el segundo, opción, esto, eso, este, esta, tu, a, b, c",
  session: "por ahora, esta vez, hoy, en esta sesión, solo por hoy, de momento, temporalmente",
  later: "más tarde, luego, después, para luego, la próxima, la próxima vez, mañana",
}
