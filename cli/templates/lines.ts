/** The lines of a text, each with its line end; joined, they give the same text. */
export const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/))

/** Maximum number of differing lines. Beyond it the texts have little in common, and a diff would take seconds. */
export const mostEdits = 2_000
