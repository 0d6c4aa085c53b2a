/** A pattern for a text as it stands, to be put into a larger one. */
export const literalPattern = (text: string) => text.replace(/[.+*?^${}()|[\]\\]/g, "\\$&")

/** A pattern for text in which `*` stands for any text; without one, the text itself. */
export function globPattern(glob: string): RegExp {
  return new RegExp(`^${glob.split(/\*+/).map(literalPattern).join(".*")}$`, "s")
}
