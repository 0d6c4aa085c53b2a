/** The lines of a text, each with its line end: put together again they are the text, byte for byte. */
export const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/(?<=\n)/))

/** Lines that may differ: texts of which more do have next to nothing in common, and comparing them would take seconds. */
export const mostEdits = 2_000
