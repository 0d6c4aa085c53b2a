import { once } from "node:events"
import { createWriteStream, existsSync, lstatSync, realpathSync, renameSync, type WriteStream } from "node:fs"
import { basename, extname, resolve } from "node:path"
import type { Context } from "../context.ts"
import { reasonOf, UsageError } from "../errors/cli-error.ts"
import type { Io } from "../io.ts"

/** A file of the refused lines and the reasons, to correct and send again. It is created with the first refused line. */
export class RefusedFile {
  #stream: WriteStream | undefined
  count = 0

  constructor(
    private readonly io: Io,
    readonly path: string,
    /** What it begins with; undefined where it goes on after what an earlier run wrote. */
    private readonly head: string | undefined,
  ) {}

  /** Adds a line, its break included. */
  async add(line: string): Promise<void> {
    const text = this.#stream ? line : `${this.head ?? ""}${line}`
    this.#stream ??= await this.#open()
    this.count++
    if (!this.#stream.write(text)) await once(this.#stream, "drain")
  }

  async end(): Promise<void> {
    if (!this.#stream) return
    this.#stream.end()
    await once(this.#stream, "close")
  }

  async #open(): Promise<WriteStream> {
    const stream = createWriteStream(resolve(this.io.cwd, this.path), { flags: this.head === undefined ? "a" : "w" })
    try {
      await once(stream, "open")
      return stream
    } catch (error) {
      throw cannotWrite(this.path, error)
    }
  }
}

const cannotWrite = (path: string, error: unknown) =>
  new UsageError(`${path} cannot be written: ${reasonOf(error)}`, "Name another file with --errors.")

/** `people.ndjson` → `people.refused.ndjson`. For stdin the name is `what`. */
export const refusedName = (file: string, what: string, type: "csv" | "ndjson"): string =>
  `${file === "-" ? what : basename(file, extname(file))}.refused.${type}`

/** What is refused must not be written over the file that is being read. */
export function refuseInput({ cwd }: Io, path: string, input: string): void {
  const realPath = (name: string) => (existsSync(resolve(cwd, name)) ? realpathSync(resolve(cwd, name)) : undefined)
  if (input === "-" || realPath(path) === undefined || realPath(path) !== realPath(input)) return
  throw new UsageError(`--errors names the file that is read: ${path}`, "Name another file, or leave --errors out.")
}

/** Keeps the list of an earlier run: `people.refused.ndjson` becomes the first free of `people.refused.1.ndjson` and so on. */
export function setAside({ io, note }: Pick<Context, "io" | "note">, path: string): void {
  // A link or a device, such as /dev/stderr, stays where it is.
  if (!lstatSync(resolve(io.cwd, path), { throwIfNoEntry: false })?.isFile()) return
  const type = extname(path)
  const nameOf = (number: number) => `${path.slice(0, path.length - type.length)}.${number}${type}`
  let number = 1
  while (existsSync(resolve(io.cwd, nameOf(number)))) number++
  try {
    renameSync(resolve(io.cwd, path), resolve(io.cwd, nameOf(number)))
  } catch (error) {
    throw cannotWrite(path, error)
  }
  note(`${path} was of an earlier run: it is now ${nameOf(number)}.`)
}
