import { createReadStream } from "node:fs"
import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import type { Import } from "../../sdk/contract/imports.ts"
import type { Context } from "../connection/context.ts"
import { textOf } from "../line/flag-values.ts"
import { shell } from "../line/shell-word.ts"
import { cannotWrite } from "../terminal/errors/cli-error.ts"
import { csvLine } from "../terminal/output/csv.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { PreparedCall } from "./prepared-call.ts"

/** Maximum bytes to search for the header. */
const headerRoom = 64 * 1024

/** Reads the uploaded file's header; from a stream while it is sent. */
export function watchHeader(call: PreparedCall): { readonly call: PreparedCall; header(): Promise<string> } {
  const { file }: { file?: string | { content: AsyncIterable<Uint8Array | string> } } = Object(call.input.body)
  if (typeof file === "string") return { call, header: async () => firstLine(createReadStream(file)) }
  const head: (Uint8Array | string)[] = []
  const content = async function* () {
    let size = 0
    for await (const chunk of file?.content ?? []) {
      if (size < headerRoom) head.push(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const body = { ...call.input.body, file: { ...file, content: content() } }
  return { call: { ...call, input: { ...call.input, body } }, header: async () => firstLine(head) }
}

async function firstLine(chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of chunks) {
    text += decoder.decode(Buffer.from(chunk), { stream: true })
    if (text.length >= headerRoom) break
  }
  const [line = ""] = text.replace(/^"?sep=.*\r?\n/i, "").split(/\r\n|\r|\n/, 1)
  return line
}

/**
 * Writes the refused rows unchanged, after their lines and reasons, so that malformed cells shift no other column. `mas
 * contacts import` ignores those two columns.
 */
export async function writeRefused({ io, flags, note }: Context, done: Import, header: string): Promise<void> {
  const path = textOf(flags, "errors")
  const { import_errors: errors, failed_rows } = done
  if (path === undefined || errors.length === 0) return
  const rows = errors.map(([line, problem, text]) => `${csvLine([String(line), problem]).trimEnd()},${text}\n`)
  await writeFile(resolve(io.cwd, path), [`import_line,import_problem,${header}\n`, ...rows]).catch((error) => {
    throw cannotWrite(path, error, "Name another file with --errors.")
  })
  const first =
    failed_rows > errors.length ? `The first ${countText(errors.length)} refused rows are` : "Refused rows are"
  note(`${first} in ${path}. Correct them, then: ${shell`mas contacts import ${path}`}`)
}
