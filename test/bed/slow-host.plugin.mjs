// Cairn as it is built, in a host that takes its time: it answers questions about a session CAIRN_TEST_SLOW_MS late.
import cairn from "../../dist/server.js"

const wait = () => new Promise((resolve) => setTimeout(resolve, Number(process.env.CAIRN_TEST_SLOW_MS)))

/** The object, with the function at this path answering late. */
function slowed(object, [name, ...rest]) {
  return new Proxy(object, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (key === name && rest.length > 0) return slowed(value, rest)
      if (typeof value !== "function") return value
      return key === name ? (...args) => wait().then(() => value.apply(target, args)) : value.bind(target)
    },
  })
}

export default {
  ...cairn,
  server: (input, options) => cairn.server({ ...input, client: slowed(input.client, ["session", "get"]) }, options),
  setup: (ctx) => cairn.setup(typeof ctx.session?.hook === "function" ? slowed(ctx, ["session", "get"]) : ctx),
}
