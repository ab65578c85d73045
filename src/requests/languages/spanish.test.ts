import { describe, expect, test } from "bun:test"
import { type Remembered, type RememberedFact, rememberIn } from "../../../test/bed/requests.ts"

const none: Remembered = { facts: [], bare: false, forget: [], negated: [] }
const fact = (text: string, why: RememberedFact["why"] = "user:remember") => ({ ...none, facts: [{ text, why }] })

describe("Spanish", () => {
  test.each([
    ["Recuerda que usamos pnpm", "usamos pnpm"],
    ["Recuerda: usamos pnpm", "usamos pnpm"],
    ["recuerda, por favor, que usamos pnpm", "usamos pnpm"],
    ["Por favor, recuerda que el puerto es 5433", "el puerto es 5433"],
    ["Recuerde que el puerto es 5433", "el puerto es 5433"],
    ["Recuerde usted: el puerto es 5433", "usted: el puerto es 5433"],
    ["Recordá que el puerto es 5433", "el puerto es 5433"],
    ["Recuerda esto: el puerto es 5433", "el puerto es 5433"],
    ["¡Recuerda que el puerto es 5433!", "el puerto es 5433!"],
    ["Acuérdate de que el puerto es 5433", "el puerto es 5433"],
    ["Memoriza esto: el puerto es 5433", "el puerto es 5433"],
    ["Anota que el puerto es 5433", "el puerto es 5433"],
    ["Apunta esto: el puerto es 5433", "el puerto es 5433"],
    ["Toma nota: el puerto es 5433", "el puerto es 5433"],
    ["Guarda esto: el puerto es 5433", "el puerto es 5433"],
    ["Guarda en tu memoria que el puerto es 5433", "el puerto es 5433"],
    ["Añade esto a la memoria: el puerto es 5433", "el puerto es 5433"],
    ["No olvides que los viernes no se despliega", "los viernes no se despliega"],
    ["No te olvides de que los viernes no se despliega", "los viernes no se despliega"],
    ["No olvide: los viernes no se despliega", "los viernes no se despliega"],
    ["Quiero que recuerdes que el puerto es 5433", "el puerto es 5433"],
    ["Debes recordar que el puerto es 5433", "el puerto es 5433"],
    ["¿Puedes, por favor, recordar que el puerto es 5433?", "el puerto es 5433"],
    ["¿Podrías recordar, por favor, que el puerto es 5433?", "el puerto es 5433"],
    ["El puerto es 5433, recuérdalo.", "El puerto es 5433"],
    ["El puerto es 5433, no lo olvides", "El puerto es 5433"],
    ["Recuerda no subir nada a main", "no subir nada a main"],
  ])("%p → %p", (text, expected) => {
    expect(rememberIn(text)).toEqual(fact(expected))
  })

  test.each([
    "¿Recuerdas el puerto?",
    "¿Recuerdas que usamos pnpm?",
    "¿Recuerda usted el puerto?",
    "Recuerdo que usamos pnpm",
    "No recuerdo el puerto",
    "No recuerda que usamos pnpm",
    "Él recuerda que usamos pnpm",
    "Recordé que usamos pnpm",
    "Recuerda cuando usamos Redis",
    "Recuerda cómo falló todo",
    "Recuerda ejecutar los tests",
    "Acuérdate de ejecutar los tests",
    "No olvides ejecutar los tests",
    "No olvides hacerlo mañana",
    "Recuérdame mañana lo del puerto",
    "Me dijo que recuerde el puerto",
    "Guarda el archivo en src",
    "Guarda esto en un archivo nuevo",
    "Olvidé el puerto del servidor",
    "Olvídalo",
    "Olvida eso.",
    "Olvida contraseña no funciona",
    "Recuerda: más tarde",
    "“Recuerda que usamos npm”",
    "> Recuerda que usamos npm",
    "`Recuerda que usamos npm`",
  ])("nothing in %p", (text) => {
    expect(rememberIn(text)).toEqual(none)
  })

  test.each([
    "Recuerda esto",
    "Recuerda esto, por favor.",
    "Recuerde eso",
    "Guarda esto",
    "Memoriza esto",
    "Recuerda mi correo",
  ])("bare: %p", (text) => {
    expect(rememberIn(text)).toEqual({ ...none, bare: true })
  })

  test.each([
    ["No recuerdes esto: puerto 81", "puerto 81"],
    ["No recuerdes que uso npm", "uso npm"],
    ["Por favor, no recuerdes que uso npm", "uso npm"],
    ["No guardes esto: puerto 81", "puerto 81"],
    ["No hace falta que recuerdes que uso npm", "uso npm"],
    ["No tienes que recordar que uso npm", "uso npm"],
    ["Nunca recuerdes esto: puerto 81", "puerto 81"],
    ["Aquí uso npm, pero no lo recuerdes", "Aquí uso npm"],
  ])("negated: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, negated: [expected] })
  })

  test.each([
    ["Olvida que usamos npm", "usamos npm"],
    ["Por favor, olvida lo de npm", "npm"],
    ["Olvídate de que usamos npm", "usamos npm"],
    ["Olvide que usamos npm.", "usamos npm."],
    ["Borra mi correo de tu memoria", "mi correo"],
  ])("forget: %p", (text, expected) => {
    expect(rememberIn(text)).toEqual({ ...none, forget: [expected] })
  })
})
