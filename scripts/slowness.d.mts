export function slowness(): number
