import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { writeWholeFile } from "../../../sdk/files/whole-file.ts"
import type { Context } from "../../context.ts"
import { CliError } from "../../errors/cli-error.ts"
import { reasonOf } from "../../errors/file-error.ts"
import { type Shell, scripts } from "./scripts.ts"
import { shellFiles } from "./shell-files.ts"

/** What was done, for people and programs. */
export interface Change {
  readonly shell: Shell
  /** Files that were written; none where everything was as it should be. */
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** What to do now, or how to take it back. */
  readonly next: string
}

/** Writes what a shell reads to complete `mas`, or takes it away again. Twice is as good as once. */
export async function change({ io, globals }: Context, what: "install" | "uninstall", shell: Shell): Promise<Change> {
  const { script, startUp } = shellFiles(shell, io)
  const isDry = globals["dry-run"] === true
  const written: string[] = []
  const removed: string[] = []
  const put = async (path: string, text: string) => {
    if (read(path) === text) return
    written.push(path)
    if (!isDry) await write(path, text)
  }
  if (what === "install") await put(script, `${scripts[shell]}\n`)
  if (startUp) {
    const before = read(startUp.path) ?? ""
    const after = what === "install" ? withBlock(before, startUp.line) : withoutBlock(before)
    if (after !== before) await put(startUp.path, after)
  }
  if (what === "uninstall" && read(script) !== undefined) {
    removed.push(script)
    if (!isDry) rmSync(script)
  }
  return { shell, written, removed, next: nextStep(what, shell, written.length + removed.length > 0) }
}

function nextStep(what: "install" | "uninstall", shell: Shell, isChanged: boolean): string {
  const undo = `mas completion uninstall ${shell} takes it back.`
  if (what === "uninstall")
    return isChanged ? "Shells that are open keep it until they end." : "There was nothing to take back."
  return isChanged ? `Open a new shell to use it; ${undo}` : `It was there already; ${undo}`
}

const first = "# >>> mas completion >>>"
const last = "# <<< mas completion <<<"
/** Our lines in a file that belongs to somebody else, with the empty line before them. */
const block = new RegExp(`(\\r?\\n)?${first}\\r?\\n(?:(?!${first}).*\\r?\\n)*?${last}(\\r?\\n|$)`, "g")

/** A file with our lines once: where they were, or at its end. */
export function withBlock(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n"
  const lines = [first, line, last].join(end) + end
  const [found] = text.matchAll(block)
  if (!found) return text + (text === "" ? "" : end) + lines
  const before = text.slice(0, found.index) + (found[1] ?? "")
  return before + lines + withoutBlock(text.slice(found.index + found[0].length))
}

/** The file as it was without our lines. */
export const withoutBlock = (text: string): string => text.replaceAll(block, "")

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw new CliError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** Writes a file whole or not at all; one that is a link stays one, and keeps who may read it. */
async function write(path: string, text: string): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    await writeWholeFile(path, [text], { part: `${process.pid}.part` })
  } catch (error) {
    throw new CliError(`${path} cannot be written: ${reasonOf(error)}`)
  }
}
