/** A pattern for text in which `*` stands for any text; without one, the text itself. */
export function globPattern(glob: string): RegExp {
  const parts = glob.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`, "s")
}
