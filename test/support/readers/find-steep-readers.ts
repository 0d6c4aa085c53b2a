import { beginCounting, takeWork } from "./count-work.ts"
import { hostilePieces } from "./hostile-pieces.ts"

// Prints the readers whose work grows faster than the text, as JSON: `reader: piece, ratio`. With `--planted`, only one that does.

/** Lengths of texts, each to compare with twice the length. A reader that is steep at the first only has a bound after it. */
const lengths = process.argv.includes("--planted") ? [1_024, 4_096] : [1_024, 22_000]
/** The most work for a text of twice the size. */
const steepest = 2.5

beginCounting()
// Readers are counted by the blocks of their code, so they are loaded afterwards.
const { textReaders } = await import("./text-readers.ts")
const { fileReaders } = await import("./file-readers.ts")

/** Begins again at each character. */
const planted = {
  planted: (text: string) => Array.from(text, (_, at) => text.slice(at)).filter((rest) => rest.includes("}}")).length,
  "planted, in a loop": (text: string) => {
    let pairs = 0
    for (let at = 0; at < text.length; at++)
      for (let end = at; end < text.length; end++) if (text[at] === text[end]) pairs++
    return pairs
  },
}

const textOf = (piece: string, length: number) => `${piece.repeat(Math.ceil(length / piece.length))}\n!`

async function call(read: (text: string) => unknown, text: string): Promise<void> {
  try {
    await read(text)
  } catch {
    // Refusing a text is work, too.
  }
}

async function workOf(read: (text: string) => unknown, piece: string, length: number): Promise<number> {
  await call(read, textOf(piece, length))
  return takeWork()
}

const isPlanted = process.argv.includes("--planted")
const readers = isPlanted ? planted : { ...textReaders, ...fileReaders }
const pieces = isPlanted ? ["a"] : hostilePieces
const steep: string[] = []
for (const [name, read] of Object.entries(readers)) {
  // What a reader makes at its first call is no work of a text.
  for (const piece of pieces) await call(read, textOf(piece, 64))
  takeWork()
  for (const piece of pieces) {
    let ratio = Number.POSITIVE_INFINITY
    for (const length of lengths) {
      if (ratio <= steepest) break
      const work = await workOf(read, piece, length)
      ratio = Math.min(ratio, (await workOf(read, piece, 2 * length)) / work)
    }
    if (ratio > steepest) steep.push(`${name}: ${JSON.stringify(piece)}, ${ratio.toFixed(1)}`)
  }
}
console.log(JSON.stringify({ readers: Object.keys(readers).length, pieces: pieces.length, steep }))
