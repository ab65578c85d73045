// What a person should know is shown once per process, as a toast: never on the terminal, which belongs to the TUI.
import type { Context } from "./plugin.ts"

const shown = new Set<string>()

export function showNotices({ client }: Context, notices: readonly string[]): void {
  for (const message of notices) {
    if (shown.has(message)) continue
    shown.add(message)
    void client.tui.showToast({ body: { title: "Cairn", message, variant: "warning" } }).catch(() => undefined)
  }
}
