export const MARKER: string
export function makeSandbox(prefix?: string): { root: string; env: Record<string, string> }
export function homeEnv(home: string): Record<string, string>
export function cleanEnv(): Record<string, string>
export function removeSandbox(root: string): void
