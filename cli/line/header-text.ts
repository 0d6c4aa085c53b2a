/** `Name: value` in its parts, without blanks around the colon; undefined where there is none. */
export function headerParts(text: string): readonly [name: string, value: string] | undefined {
  const colon = text.indexOf(":")
  return colon < 0 ? undefined : [text.slice(0, colon).trimEnd(), text.slice(colon + 1).trimStart()]
}
