/** Splits a list of addresses at separators outside quotes. Undefined if a quote is not closed. */
export function splitList(text: string, separator: RegExp): string[] | undefined {
  const parts = [""]
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const isEscape = isQuoted && character === "\\"
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && separator.test(character)) parts.push("")
    else parts.push((parts.pop() ?? "") + character + (isEscape ? text.charAt(++at) : ""))
  }
  return isQuoted ? undefined : parts.map((part) => part.trim()).filter((part) => part !== "")
}
