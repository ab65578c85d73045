// Whether an address is one of this machine: what answers there is mostly what is being built.

const LOOPBACK =
  /^(?:(?:https?|wss?):\/\/)?(?:(?:[\w-]{1,63}\.){0,4}localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::[\w${}]{1,40})?(?:[/?#]|$)/i

export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}
