/** A piece of a word: text, or the output of a nested command line. */
type Piece = string | Pipeline[]
type Word = readonly Piece[]
/** Piped commands: each reads the output of the one before it. */
type Pipeline = readonly (readonly Word[])[]

/** Runs `mas` with these words. Returns its output, or undefined when it failed. */
export type RunWords = (argv: readonly string[], stdin: string, isLast: boolean) => Promise<string | undefined>

/**
 * Runs a line of a help text like a shell, for the syntax that help uses: `printf … | mas …`, `mas … && mas …`, and
 * `"$(mas …)"`. The last command is the one that the line demonstrates.
 */
export async function runLine(line: string, run: RunWords): Promise<void> {
  const pipelines = parseList(new Reader(line))
  for (const [index, pipeline] of pipelines.entries()) {
    if ((await runPipeline(pipeline, run, index === pipelines.length - 1)) === undefined) return
  }
}

/** Returns a line's last command: its words after `mas` (nested output becomes 1), and what `printf` pipes into it. */
export function lastCommand(line: string): { readonly argv: string[]; readonly stdin: string } {
  const pipeline = parseList(new Reader(line)).at(-1) ?? []
  const [[first, ...argv] = [], [, ...values] = []] = [pipeline.at(-1), pipeline.at(-2)].map((words = []) =>
    words.map((word) => word.map((piece) => (typeof piece === "string" ? piece : "1")).join("")),
  )
  if (first !== "mas") throw new Error(`not a command line of mas: ${line}`)
  return { argv, stdin: printed(values) }
}

async function runPipeline(pipeline: Pipeline, run: RunWords, isLast: boolean): Promise<string | undefined> {
  let stdin: string | undefined = ""
  for (const [index, command] of pipeline.entries()) {
    const [name = "", ...argv] = await Promise.all(command.map((word) => textOf(word, run)))
    if (stdin === undefined) return undefined
    if (name === "printf") stdin = printed(argv)
    else if (name === "mas") stdin = await run(argv, stdin, isLast && index === pipeline.length - 1)
    else throw new Error(`not a command of a help text: ${name}`)
  }
  return stdin
}

const printed = ([format = "", value = ""]: readonly string[]) => format.replace("%s", value).replaceAll("\\n", "\n")

async function textOf(word: Word, run: RunWords): Promise<string> {
  let text = ""
  for (const piece of word) {
    if (typeof piece === "string") text += piece
    else for (const pipeline of piece) text += (await runPipeline(pipeline, run, false)) ?? ""
  }
  return text.replace(/\n+$/, "")
}

/** A line and the read position. */
class Reader {
  at = 0

  constructor(readonly text: string) {}

  get next(): string {
    return this.text[this.at] ?? ""
  }

  take(): string {
    this.at += 1
    return this.text[this.at - 1] ?? ""
  }

  has(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false
    this.at += sign.length
    return true
  }
}

/** Parses pipelines joined by `&&`, up to the end or a closing parenthesis. */
function parseList(reader: Reader): Pipeline[] {
  const list: Word[][][] = [[[]]]
  while (reader.next !== "" && reader.next !== ")") {
    if (reader.has(" ")) continue
    if (reader.has("&&")) list.push([[]])
    else if (reader.has("|")) list.at(-1)?.push([])
    else list.at(-1)?.at(-1)?.push(parseWord(reader))
  }
  return list
}

function parseWord(reader: Reader): Word {
  const pieces: Piece[] = []
  let isQuoted = false
  while (reader.next !== "" && (isQuoted || !/[ )|]/.test(reader.next))) {
    if (reader.has('"')) isQuoted = !isQuoted
    else if (reader.has("$(")) {
      pieces.push(parseList(reader))
      reader.take()
    } else if (!isQuoted && reader.has("'")) {
      const end = reader.text.indexOf("'", reader.at)
      pieces.push(reader.text.slice(reader.at, end))
      reader.at = end + 1
    } else {
      if (!isQuoted) reader.has("\\")
      pieces.push(reader.take())
    }
  }
  return pieces.length === 0 ? [""] : pieces
}
