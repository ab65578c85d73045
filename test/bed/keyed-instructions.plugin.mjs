// OpenCode 2.0.15 keeps keyed instructions over HTTP but does not hand them to plugins; newer versions do. This stands between the host and
// Cairn and offers the call, carried out by the real host.
import cairn from "../../dist/server.js"

const port = process.argv[process.argv.indexOf("--port") + 1]
const headers = {
  authorization: `Basic ${btoa(`opencode:${process.env.OPENCODE_PASSWORD}`)}`,
  "content-type": "application/json",
}

async function put({ sessionID, key, value }) {
  const url = `http://127.0.0.1:${port}/api/experimental/session/${sessionID}/instructions/entries/${key}`
  const answer = await fetch(url, { method: "PUT", headers, body: JSON.stringify({ value }) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

export default {
  id: "cairn-with-keyed-instructions",
  setup: (ctx) => cairn.setup({ ...ctx, session: { ...ctx.session, instructions: { entry: { put } } } }),
}
