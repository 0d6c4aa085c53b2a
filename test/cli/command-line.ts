/** A command line of a help text, taken apart as a shell would. */
export interface CommandLine {
  /** After `mas`. */
  readonly argv: string[]
  /** What `printf` pipes into it. */
  readonly stdin: string
}

/** Reads `mas ...`, or `printf '...' | mas ...`. */
export function readCommandLine(line: string): CommandLine {
  const [, format = "", command = line] = /^printf (?:'%s' )?(?:'([^']*)'|(?<=')\S+) \| (.*)$/.exec(line) ?? []
  const piped = /^printf '%s' (\S+) \| (.*)$/.exec(line)
  const stdin = piped?.[1] ?? format.replaceAll("\\n", "\n")
  const words = shellWords(piped?.[2] ?? command)
  if (words[0] !== "mas") throw new Error(`not a command line of mas: ${line}`)
  return { argv: words.slice(1), stdin }
}

function shellWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ""
    if (character === " ") {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (character === "'") {
      const end = text.indexOf("'", index + 1)
      word = (word ?? "") + text.slice(index + 1, end)
      index = end
    } else if (character === "\\") {
      word = (word ?? "") + (text[index + 1] ?? "")
      index += 1
    } else word = (word ?? "") + character
  }
  return word === undefined ? words : [...words, word]
}
