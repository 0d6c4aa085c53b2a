import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import { join } from "../../../sdk/files/state-folder.ts"
import type { Context } from "../../connection/context.ts"
import { configFolder } from "../../connection/profile/config-path.ts"
import { shell as shellLine } from "../../line/shell-word.ts"
import { CliError, cannotWrite, reasonOf } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { type Shell, scripts } from "./scripts.ts"

/** Installs or removes a shell's completion; idempotent. Returns the files written or removed, and the next step. */
export async function change({ io, globals }: Context, what: "install" | "uninstall", shell: Shell) {
  const { script, startUp } = shellFiles(shell, io)
  const isDry = globals["dry-run"] === true
  const written: string[] = []
  const removed: string[] = []
  const writeText = async (path: string, text: string) => {
    if (read(path) === text) return
    written.push(path)
    if (!isDry) await write(path, text)
  }
  const before = startUp && read(startUp.path)
  const after = startUp && (what === "install" ? withBlock(before, asBytes(startUp.line)) : withoutBlock(before))
  if (startUp && before !== undefined && after !== before) refuseForeign(startUp, before)
  if (what === "install") await writeText(script, asBytes(`${scripts[shell]}\n`))
  const gone = [
    ...(startUp && after === undefined && before !== undefined ? [startUp.path] : []),
    ...(what === "uninstall" && read(script) !== undefined ? [script] : []),
  ]
  if (startUp && after !== undefined) await writeText(startUp.path, after)
  for (const path of gone) {
    removed.push(path)
    // The file of a link, which itself may have been there before.
    if (!isDry) rmSync(realpathSync(path))
  }
  return { shell, written, removed, next: nextStep(what, shell, written.length + removed.length > 0) }
}

/** Refuses a startup file in which a change would undo what its owner wants, or which is not read byte by byte. */
function refuseForeign({ path, line }: { readonly path: string; readonly line: string }, text: string): void {
  const byHand = `change it yourself: the lines are those from ${first} to ${last}, with ${line} in between.`
  const { mode } = statSync(path)
  if (text.includes("\0"))
    throw new CliError(`${path} is not UTF-8 text. Nothing was changed`, exitCodes.failure, {
      code: "cannot_write",
      hint: `Save it as UTF-8, or ${byHand}`,
    })
  if ((mode & 0o200) === 0)
    throw new CliError(`${path} is read-only. Nothing was changed`, exitCodes.failure, {
      code: "cannot_write",
      hint: `Allow it with ${shellLine`chmod u+w ${path}`}, or ${byHand}`,
    })
}

function nextStep(what: "install" | "uninstall", shell: Shell, isChanged: boolean): string {
  const undo = `mas completion uninstall ${shell} removes it.`
  if (what === "uninstall") return isChanged ? "Open shells keep it until they end." : "There was nothing to remove."
  return isChanged ? `Open a new shell to use it; ${undo}` : `Already installed; ${undo}`
}

const first = "# >>> mas completion >>>"
const last = "# <<< mas completion <<<"

/** In the block of a file that was not there before. */
const madeLine = "# The file was made for this."

const marks = [first, last, madeLine]
/** The start of a line that loads the script. */
const loading = /^(?:\[ -f '.*completion\.(?:ba|z)sh'|if \(Test-Path '.*completion\.ps1'\) \{ \. ')/
/** True for a line of a block that we wrote; any other is the user's. */
const isOurs = (line: string): boolean => marks.some((mark) => line.startsWith(mark)) || loading.test(line)

interface Block {
  readonly begin: number
  readonly end: number
  readonly isOnlyReason: boolean
  /** What the user put into it. */
  readonly extra: string
}

/** Our blocks in a file that the user owns. */
function blocksIn(text: string): Block[] {
  const blocks: Block[] = []
  let [at, begin] = [0, -1]
  let lines: string[] = []
  for (const line of text.split(/(?<=\n)/)) {
    if (line.trimEnd() === first) [begin, lines] = [at, []]
    at += line.length
    lines.push(line)
    if (line.trimEnd() !== last || begin < 0) continue
    const isOnlyReason = lines.some((one) => one.trimEnd() === madeLine)
    blocks.push({ begin, end: at, isOnlyReason, extra: lines.filter((one) => !isOurs(one)).join("") })
    begin = -1
  }
  return blocks
}

/** A file with our block exactly once: at its former place, or at the end. `text` is undefined for a new file. */
export function withBlock(text: string | undefined, line: string): string {
  const end = text?.includes("\r\n") ? "\r\n" : "\n"
  const blockOf = (lines: readonly string[], extra = "") =>
    `${[first, ...lines].map((one) => one + end).join("")}${extra}${last}${end}`
  if (text === undefined) return blockOf([madeLine, line])
  const [block] = blocksIn(text)
  if (!block) return text + (text === "" ? "" : end) + blockOf([line])
  const lines = block.isOnlyReason ? [madeLine, line] : [line]
  return text.slice(0, block.begin) + blockOf(lines, block.extra) + (withoutBlock(text.slice(block.end)) ?? "")
}

/** A file without our block, but with what the user put into it; undefined when the file was made for the block. */
export function withoutBlock(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const blocks = blocksIn(text)
  const rests = blocks.map(({ end, extra }, index) => extra + text.slice(end, blocks[index + 1]?.begin))
  let cleaned = text.slice(0, blocks[0]?.begin)
  for (const [index, rest] of rests.entries()) {
    const shorter = cleaned.replace(/\r?\n$/, "")
    // The line break before the block was added with it; without it, two lines of the user may become one.
    const isLast = rests.slice(index).every((one) => one === "")
    cleaned = (isLast || shorter.endsWith("\n") ? shorter : cleaned) + rest
  }
  return cleaned === "" && blocks.some(({ isOnlyReason }) => isOnlyReason) ? undefined : cleaned
}

/** A text whose characters are the bytes of a file: what is not UTF-8 stays as it is. */
const asBytes = (text: string): string => Buffer.from(text).toString("latin1")

/** The bytes of a file, as characters. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1")
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw new CliError(`${path} cannot be read: ${reasonOf(error)}`)
  }
}

/** Writes a file atomically; keeps a symbolic link and the file's permissions. */
async function write(path: string, text: string): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true })
    await writeFileAtomically(path, [Buffer.from(text, "latin1")])
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/**
 * A shell's completion script, and its startup file with the line that loads the script; without startup file if the
 * shell finds scripts itself.
 */
export function shellFiles(shell: Shell, io: Pick<Io, "env" | "home" | "platform">) {
  const { env, home, platform } = io
  const config = env.XDG_CONFIG_HOME || join(home, ".config")
  if (shell === "fish") return { script: join(config, "fish", "completions", "mas.fish") }
  const extension = shell === "powershell" ? "ps1" : shell
  const script = join(configFolder(io), `completion.${extension}`)
  if (shell === "powershell") {
    const folder = platform === "win32" ? join(home, "Documents", "PowerShell") : join(config, "powershell")
    const quoted = `'${script.replaceAll("'", "''")}'`
    const line = `if (Test-Path ${quoted}) { . ${quoted} }`
    return { script, startUp: { path: join(folder, "Microsoft.PowerShell_profile.ps1"), line } }
  }
  // Git Bash on Windows needs forward slashes.
  const quoted = `'${script.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`
  const line = `[ -f ${quoted} ] && source ${quoted}`
  // Terminals on macOS open login shells, for which bash reads no other file.
  const bashFile = platform === "darwin" ? ".bash_profile" : ".bashrc"
  const path = shell === "zsh" ? join(env.ZDOTDIR || home, ".zshrc") : join(home, bashFile)
  return { script, startUp: { path, line } }
}
