/** The lines of a text, each with its line end: put together again they are the text, byte for byte. */
export const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/))

/** Maximum number of differing lines: beyond it texts have little in common, and a diff would take seconds. */
export const mostEdits = 2_000
