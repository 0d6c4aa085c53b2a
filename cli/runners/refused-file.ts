import { accessSync, constants, existsSync, lstatSync, realpathSync, renameSync, statSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { basename, dirname, extname, resolve } from "node:path"
import type { Context } from "../connection/context.ts"
import { textOf } from "../line/flag-values.ts"
import { cannotWrite, UsageError } from "../terminal/errors/cli-error.ts"
import type { Io } from "../terminal/io.ts"

/** A file of the refused lines and the reasons, to correct and send again. Created with the first refused line. */
export class RefusedFile {
  #file: FileHandle | undefined
  count = 0

  constructor(
    private readonly io: Io,
    readonly path: string,
    /** The header line; undefined when appending to the file of an earlier run. */
    private readonly head: string | undefined,
  ) {}

  /** Adds a line, including its line break. */
  async add(line: string): Promise<void> {
    try {
      const text = this.#file ? line : `${this.head ?? ""}${line}`
      this.#file ??= await open(resolve(this.io.cwd, this.path), this.head === undefined ? "a" : "w")
      this.count++
      await this.#file.appendFile(text)
    } catch (error) {
      throw cannotWrite(this.path, error, "Name another file with --errors.")
    }
  }

  get id(): string | undefined {
    return refusedFileId(this.io, this.path)
  }

  /** Where the refused lines are, for the result. */
  get facts(): { readonly errors_file?: string } {
    return this.count > 0 && existsSync(resolve(this.io.cwd, this.path)) ? { errors_file: this.path } : {}
  }

  async end(): Promise<void> {
    await this.#file?.close()
  }
}

/** Tells a file from another one of its name; undefined for a missing file, a link or a device. */
export function refusedFileId({ cwd }: Io, path: string): string | undefined {
  const stats = lstatSync(resolve(cwd, path), { throwIfNoEntry: false })
  return stats?.isFile() ? `${stats.dev}:${stats.ino}:${stats.birthtimeMs}` : undefined
}

/** `people.ndjson` → `people.refused.ndjson`. For stdin the name is `what`. */
export const refusedName = (file: string, what: string, type: "csv" | "ndjson"): string =>
  `${file === "-" ? what : basename(file, extname(file))}.refused.${type}`

/**
 * The path of the refused lines: `--errors`, or a name made of the input's. They must not overwrite the input, nor go to stdout, which
 * is for the result. A file that was named must be writable, which would show only at the first refused line.
 */
export function refusedPath({ io, flags }: Pick<Context, "io" | "flags">, input: string, otherwise: string): string {
  const path = textOf(flags, "errors")
  checkNotInput(io, path ?? otherwise, input)
  if (path !== undefined) checkWritable(io, path)
  return path ?? otherwise
}

function checkWritable({ cwd }: Io, path: string): void {
  const target = resolve(cwd, path)
  const because = (code: string) => Object.assign(new Error(code), { code })
  try {
    const stats = statSync(target, { throwIfNoEntry: false })
    if (stats?.isDirectory()) throw because("EISDIR")
    if (!stats && !statSync(dirname(target)).isDirectory()) throw because("ENOTDIR")
    accessSync(stats ? target : dirname(target), constants.W_OK)
  } catch (error) {
    throw cannotWrite(path, error, "Name another file with --errors.")
  }
}

function checkNotInput({ cwd }: Io, path: string, input: string): void {
  if (path === "-") throw new UsageError("--errors must name a file", "Omit it to derive the name from the input.")
  const realPath = (name: string) => (existsSync(resolve(cwd, name)) ? realpathSync(resolve(cwd, name)) : undefined)
  if (input === "-" || realPath(path) === undefined || realPath(path) !== realPath(input)) return
  throw new UsageError(`--errors is the input file: ${path}`, "Name another file, or omit --errors.")
}

/** Renames the file of an earlier run: `people.refused.ndjson` becomes the first free of `people.refused.1.ndjson` and so on. */
export function setAside({ io, note }: Pick<Context, "io" | "note">, path: string): void {
  if (refusedFileId(io, path) === undefined) return
  const type = extname(path)
  const nameOf = (number: number) => `${path.slice(0, path.length - type.length)}.${number}${type}`
  let number = 1
  while (existsSync(resolve(io.cwd, nameOf(number)))) number++
  try {
    renameSync(resolve(io.cwd, path), resolve(io.cwd, nameOf(number)))
  } catch (error) {
    throw cannotWrite(path, error)
  }
  note(`${path} of an earlier run was renamed to ${nameOf(number)}.`)
}
