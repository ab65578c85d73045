import { expect, test } from "bun:test"
import { isOlderVersion } from "./version-order.ts"

test("by numbers, and a version comes after its own pre-releases", () => {
  const rising = ["0.9.12", "0.10.0", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.2.0", "1.10.0", "2.0.0"]
  const failures = rising.flatMap((version, at) =>
    rising.flatMap((other, n) => (isOlderVersion(version, other) === at < n ? [] : [`${version} ${other}`])),
  )
  expect(failures).toEqual([])
  expect(isOlderVersion("unknown", "1.0.0")).toBe(false)
  expect(isOlderVersion("1.0.0", "unknown")).toBe(false)
})
