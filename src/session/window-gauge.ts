// How full a session's window is: counted by this process, or by another one that has served the session since.
import { emptyMeter, type Meter, meterElsewhere, readMeter } from "../window/meter.ts"
import { type Pressure, pressureAt, type Thresholds } from "../window/pressure.ts"
import type { SessionMemory } from "./session-memory.ts"

export interface WindowGauge {
  readonly meter: Meter
  /** The step of the session that this process counted last. */
  readonly meteredStep: number
  /** How often room had been made by then. */
  readonly rooms: number
}

export const noGauge: WindowGauge = { meter: emptyMeter, meteredStep: 0, rooms: 0 }

export function metered(gauge: WindowGauge, meter: Meter, { window }: SessionMemory): WindowGauge {
  return { ...gauge, meter, rooms: window.rooms ?? 0 }
}

export function stepMetered(gauge: WindowGauge, meteredStep: number): WindowGauge {
  return { ...gauge, meteredStep }
}

export function meterNow({ meter, meteredStep, rooms }: WindowGauge, { step, window }: SessionMemory): Meter {
  const isVoid = rooms !== (window.rooms ?? 0)
  const own = isVoid ? emptyMeter : meter
  return (isVoid || step > meteredStep) && window.used !== undefined ? meterElsewhere(own, window) : own
}

export function pressureNow(gauge: WindowGauge, memory: SessionMemory, thresholds: Thresholds): Pressure {
  return pressureAt(memory.window.told, readMeter(meterNow(gauge, memory)).percentage, thresholds)
}
