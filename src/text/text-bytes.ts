// A text as bytes: going through these takes half the time of going through the characters of a string.

/** The engine counts bytes many times faster than it runs a pattern. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

const USUAL_BYTES = 2 ** 18
const PADDING = 3

export function textBytes() {
  let bytes = Buffer.alloc(USUAL_BYTES)
  return {
    /** Replaces the text before; returns how many bytes it has. */
    fill(text: string): number {
      const most = 3 * text.length + PADDING
      if (bytes.length < most) bytes = Buffer.alloc(most)
      else if (bytes.length > USUAL_BYTES && most <= USUAL_BYTES) bytes = Buffer.alloc(USUAL_BYTES)
      const length = bytes.write(text, 0)
      bytes.fill(0, length, length + PADDING)
      return length
    },
    /** The text in UTF-8, and after it some zeros, so that looking ahead needs no check. Valid until the next `fill`. */
    bytes: () => bytes,
  }
}
