/** A place in a file, as editors count: from 1. */
export interface Place {
  readonly file: string
  /** 0 where only the file is known. */
  readonly line: number
  readonly column: number
}

export interface Problem extends Place {
  /** A sentence without its full stop. */
  readonly message: string
}

export function placeAt(file: string, text: string, at: number): Place {
  const before = text.slice(0, at)
  return { file, line: before.split("\n").length, column: at - before.lastIndexOf("\n") }
}

/** A place as it is printed, and as terminals make a link of it. */
export const placeText = ({ file, line, column }: Place): string => (line === 0 ? file : `${file}:${line}:${column}`)
