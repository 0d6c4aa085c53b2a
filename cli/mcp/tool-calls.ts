import { APIError, ConnectionError, RequestError } from "../../sdk/errors.ts"
import type { CommandSpec } from "../command.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { reportError } from "../errors/report-error.ts"
import { Caller } from "./call.ts"
import { checkNames, listIn, objectIn, textIn } from "./call-input.ts"
import { type Catalog, isMock } from "./catalog.ts"
import { describeAnswer, findAnswer } from "./describe.ts"
import type { MockCommands } from "./mock.ts"
import type { Answer, Given, Tool, Toolbox } from "./tool.ts"

interface Parts {
  readonly context: Context
  readonly catalog: Catalog
  readonly mock: MockCommands
  readonly tools: readonly Tool[]
  /** Tools of their own. */
  readonly byTool: ReadonlyMap<string, CommandSpec>
}

/** What each tool does. */
export function toolCalls({ context, catalog, mock, tools, byTool }: Parts): Toolbox["call"] {
  const caller = new Caller(context, catalog)

  async function answer(tool: string, given: Given, signal: AbortSignal, onKey: (key: string) => void) {
    const { inputSchema } = tools.find(({ name }) => name === tool) ?? {}
    if (!inputSchema) throw new UsageError(`there is no tool ${JSON.stringify(tool)}`, `There are ${namesOf(tools)}.`)
    checkNames(given, inputSchema)
    const [key, token] = [textIn(given, "idempotency_key"), textIn(given, "confirm_token")]
    const direct = byTool.get(tool)
    if (direct) {
      const { idempotency_key: _, confirm_token: __, ...input } = given
      return caller.call({ command: direct, input, fields: [], key, token, signal }, onKey)
    }
    if (tool === "find") return findAnswer(catalog, textIn(given, "query") ?? "")
    const command = catalog.named(textIn(given, "name") ?? "")
    if (tool === "describe") return describeAnswer(catalog, command, context.redactor)
    const input = objectIn(given, "input")
    // Which tool it was does not matter where the name says all.
    if (isMock(command)) return mock.run(command, input, signal)
    const fields = listIn(given, "fields")
    return caller.call({ command, input, fields, key, token, signal }, onKey)
  }

  return async (tool, given, signal): Promise<Answer> => {
    let key: string | undefined
    try {
      return { data: await answer(tool, given, signal, (one) => (key = one)) }
    } catch (error) {
      const data = await errorAnswer(error, { context, tool, key, isStopped: signal.aborted })
      return { data, isError: true }
    }
  }
}

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).join(", ")

/** An error as a client gets it: what went wrong, what to do, and the key to repeat a write with. */
async function errorAnswer(
  error: unknown,
  { context, tool, key, isStopped }: { context: Context; tool: string; key: string | undefined; isStopped: boolean },
): Promise<object> {
  const profile = await context.profile().catch(() => undefined)
  const isUnclear =
    error instanceof ConnectionError ? !error.neverSent : error instanceof APIError && error.status >= 500
  const isInDoubt = isUnclear && error instanceof RequestError && error.method !== "GET"
  const place = { command: `mas mcp ${tool}`, profile, isInterrupted: isStopped, isInDoubt, again: undefined }
  const { docs: _, ...report } = reportError(error, place).report
  // What help and flags are called here.
  const hint = report.hint
    .replaceAll(/`mas [^`]+ --help`/g, "describe")
    .replaceAll("--idempotency-key", "idempotency_key")
    .replaceAll("\n", " ")
  const shown = context.redactor.value({ ...report, hint })
  return {
    error: { ...(typeof shown === "object" ? shown : {}), ...(key === undefined ? {} : { idempotency_key: key }) },
  }
}
