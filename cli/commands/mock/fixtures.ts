import { extname, resolve } from "node:path"
import type { Fixtures } from "../../../mock-server/base/models.gen.ts"
import { UnprocessableEntityError } from "../../../sdk/client/errors.ts"
import type { Context } from "../../connection/context.ts"
import { commandText } from "../../line/command-text.ts"
import { textOf } from "../../line/flag-values.ts"
import { readBytes } from "../../line/input/files.ts"
import { control, mockAddress } from "../../runners/control.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { writeTextFile } from "../../terminal/output/write-file.ts"
import { mockAddressHint } from "../../terminal/report/api-hint.ts"

export async function run(context: Context): Promise<void> {
  const from = textOf(context.flags, "from")
  if (from === undefined) await write(context, textOf(context.flags, "to") ?? "-")
  else {
    const body = await readFixtures(context, from, "--from")
    await control(context, "PUT /fixtures", { body }).catch((error: unknown) => withLines(body, error))
    context.note(`The mock server at ${await mockAddress(context)} was reset with ${from}.`)
  }
}

/** The fixtures of a file, or of stdin for `-`; `what` names the flag, for errors. */
export async function readFixtures(context: Context, from: string, what: string): Promise<Fixtures> {
  const { parseFixtures } = await import("mas-sdk/mock-server")
  const bytes = await readBytes(context, from === "-" ? from : `@${resolve(context.io.cwd, from)}`, what)
  return parseFixtures(new TextDecoder().decode(bytes), from === "-" ? "stdin" : from).catch(refuse)
}

/** Rethrows problems of fixtures as command-line errors, and other errors unchanged. */
export async function refuse(error: unknown): Promise<never> {
  const { FixturesError } = await import("mas-sdk/mock-server")
  if (!(error instanceof FixturesError)) throw error
  const isOfWebhook = error.problems.some(({ path }) => /\bwebhooks\.\d+\.url$/.test(path))
  const hint = isOfWebhook ? mockAddressHint : undefined
  throw new CliError(error.message, exitCodes.validation, { cause: error, code: "fixtures", hint })
}

/** The server names the path of a problem; add the line in the file. */
async function withLines(fixtures: Fixtures, error: unknown): Promise<never> {
  if (!(error instanceof UnprocessableEntityError) || error.validationErrors === undefined) throw error
  const { FixturesError } = await import("mas-sdk/mock-server")
  return refuse(FixturesError.of(fixtures, error.validationErrors))
}

async function write(context: Context, to: string): Promise<void> {
  const document = await control<Fixtures>(context, "GET /fixtures")
  const isYaml = [".yaml", ".yml"].includes(extname(to).toLowerCase())
  const { printFixtures } = await import("mas-sdk/mock-server")
  const text = isYaml ? await printFixtures(document) : JSON.stringify(document, null, 2)
  if (to === "-") await context.output.text(text)
  else {
    await writeTextFile(context.io, to, `${text.trimEnd()}\n`)
    const start = commandText({ words: ["mock", "start"], flags: { fixtures: [to] } })
    context.note(`Written to ${to}. Start with it: ${start}`)
  }
}
