// A unit of a JavaScript string takes at most three bytes in UTF-8.
const bytesPerUnit = 3

/** The beginning of a text that fits into `limit` bytes of UTF-8; no character is cut in two. */
export function capText(text: string, limit: number): string {
  if (text.length * bytesPerUnit <= limit) return text
  const bytes = Buffer.from(text)
  if (bytes.byteLength <= limit) return text
  let end = limit
  // Bytes that begin with the bits 10 go on with a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.toString("utf8", 0, end)
}
