/** A place in a file, counted from 1 as in editors. */
export interface Place {
  readonly file: string
  /** 0 when only the file is known. */
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

/** Formats a place so that terminals make a link of it. */
export const placeText = ({ file, line, column }: Place): string => (line === 0 ? file : `${file}:${line}:${column}`)
