import { APIError, RequestError } from "../../sdk/errors.ts"
import { isInDoubt as isUnclear } from "../../sdk/request/disposition.ts"
import { mayHaveEffect } from "../../sdk/verdict.ts"
import type { CommandSpec } from "../command/spec.ts"
import { longWork } from "../commands/wait/long-work.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { countText } from "../output/numbers.ts"
import type { Redactor } from "../output/redactor.ts"
import { reportError } from "../report/report-error.ts"
import { briefCommand } from "../schema/brief-command.ts"
import { readingPart, safetyOf } from "../schema/safety.ts"
import { Caller } from "./call.ts"
import { checkNames, listIn, objectIn, refusedFields, textIn, truthIn } from "./call-input.ts"
import { type Catalog, isMock } from "./catalog.ts"
import { type MockCommands, mockInput } from "./mock.ts"
import type { Agree, Answer, Given, Made, Tool, Toolbox } from "./tool.ts"
import { ToolWords } from "./tool-words.ts"

interface Parts {
  readonly context: Context
  readonly catalog: Catalog
  readonly mock: MockCommands
  readonly tools: readonly Tool[]
}

interface Call {
  readonly signal: AbortSignal
  readonly agree: Agree | undefined
  readonly made: Made
}

export function toolCalls({ context, catalog, mock, tools }: Parts): Toolbox["call"] {
  const caller = new Caller(context, catalog)

  async function answer(tool: string, given: Given, { signal, agree, made }: Call) {
    const { inputSchema } = tools.find(({ name }) => name === tool) ?? {}
    if (!inputSchema) throw new UsageError(`there is no tool ${JSON.stringify(tool)}`, `There are ${namesOf(tools)}.`)
    checkNames(given, inputSchema)
    const [key, token] = [textIn(given, "idempotency_key"), textIn(given, "confirm_token")]
    const isWaiting = truthIn(given, "wait")
    if (tool === "find") return findAnswer(catalog, textIn(given, "query") ?? "")
    const command = catalog.named(textIn(given, "name") ?? "")
    made.command = command
    if (tool === "describe") return describeAnswer(catalog, command, context.redactor)
    const input = objectIn(given, "input")
    const allowed = ofTool(tool, command)
    // Who allowed one tool has not allowed another.
    if (allowed === undefined)
      throw new UsageError(`${command.name} is not a call of the tool ${tool}`, `Use the tool ${toolOf(command)}.`)
    if (isMock(command) && given.fields !== undefined)
      throw refusedFields({ fields: ["is for calls of the service: omit it"] })
    if (isMock(command)) return mock.run(allowed, input, signal, made)
    const fields = listIn(given, "fields")
    return caller.call({ command, input, fields, key, token, isWaiting, signal, agree }, made)
  }

  return async (tool, given, signal, agree): Promise<Answer> => {
    const made: Made = {}
    try {
      const data = await answer(tool, given, { signal, agree, made })
      return { data: { ...data, ...at(made) }, ...(made.isFailed ? { isError: true } : {}) }
    } catch (error) {
      const data = await errorAnswer(error, { context, catalog, tool, made, isStopped: signal.aborted })
      return { data, isError: true }
    }
  }
}

/**
 * Several mock servers may run: each answer names its source. An address with a password is rejected, and must not be
 * repeated.
 */
const at = ({ at }: Made) => (at === undefined || at.includes("@") ? {} : { at })

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).join(", ")

interface Failed extends Pick<Parts, "context" | "catalog"> {
  readonly tool: string
  readonly made: Made
  readonly isStopped: boolean
}

/** An error for the client: what happened, what to do, and the key to repeat a write with. */
async function errorAnswer(error: unknown, { context, catalog, tool, made, isStopped }: Failed): Promise<object> {
  const profile = await context.profile().catch(() => undefined)
  const isOfError = (error: RequestError) =>
    error instanceof APIError ? mayHaveEffect({ status: error.status, body: undefined }) : isUnclear(error)
  const isInDoubt = error instanceof RequestError && error.method !== "GET" && isOfError(error)
  const address = profile?.baseUrl === undefined ? undefined : { url: profile.baseUrl, from: profile.baseUrlFrom }
  const state = { isInterrupted: isStopped, isInDoubt, again: undefined }
  const place = { command: `mas mcp ${tool}`, profile, address, env: context.io.env, ...state }
  const { docs: _, ...report } = reportError(error, place).report
  // The next call then looks for a mock server started since.
  if (["connection_failed", "network_error"].includes(report.code)) context.forgetMock()
  const words = new ToolWords(catalog)
  const forTerminal = made.command ? catalog.forTerminal(made.command) : []
  const message = words.message(report.message, forTerminal)
  const isNowhere = made.command?.endpoint && profile?.baseUrl === undefined && catalog.nameOf("mock", "start")
  const hint = `${isNowhere ? "mock.start starts a mock server, where calls go then. " : ""}${words.hint(report.hint, forTerminal)}`
  const shown = context.redactor.value({ ...report, message, hint })
  const key = made.key === undefined ? {} : { idempotency_key: made.key }
  return { error: { ...(typeof shown === "object" ? shown : {}), ...key, ...at(made) } }
}

/** The command as a tool makes it: `read` takes reads alone, without what changes something; undefined for another's. */
function ofTool(tool: string, command: CommandSpec): CommandSpec | undefined {
  if (tool === "read") return readingPart(command)
  return tool === (isMock(command) ? "mock" : "call") ? command : undefined
}

/** The tool that may do least, and makes this call. */
const toolOf = (command: CommandSpec) => (safetyOf(command) === "read" ? "read" : isMock(command) ? "mock" : "call")

const maxCalls = 12

function findAnswer(catalog: Catalog, query: string) {
  const found = catalog.find(query)
  if (query.trim() === "") return { names: namesByGroup(found), next: "describe one, or find by words." }
  const shown = found.slice(0, maxCalls).map((command) => ({
    name: command.name,
    summary: command.summary,
    safety: safetyOf(command),
    tool: toolOf(command),
  }))
  const answer = { found: shown, total: found.length }
  if (shown.length === 0) return { ...answer, next: "find without a query names all." }
  if (shown.length === found.length) return answer
  return { ...answer, next: `${countText(shown.length)} of ${countText(found.length)}: add words to see others.` }
}

function namesByGroup(commands: readonly CommandSpec[]): Record<string, string> {
  const groups: Record<string, string> = {}
  for (const { name } of commands) {
    const [group = "", verb = ""] = name.split(".")
    groups[group] = groups[group] === undefined ? verb : `${groups[group]} ${verb}`
  }
  return groups
}

/** The answer of `describe`: the command in brief, with the names that tools use. */
function describeAnswer(catalog: Catalog, command: CommandSpec, redactor: Redactor) {
  const { name, endpoint } = command
  const words = new ToolWords(catalog)
  const forTerminal = catalog.forTerminal(command)
  const brief = briefCommand(command, catalog.schemas, isMock(command) ? mockInput(command) : undefined)
  const description = words.help(brief.description ?? "", forTerminal) || undefined
  return {
    ...brief,
    description,
    tool: toolOf(command),
    ...(endpoint?.idempotency ? { idempotency_key: "generated when omitted, and returned" } : {}),
    ...(endpoint?.feeds ? { confirmation: "while a scheduled campaign or live flow sends by it" } : {}),
    ...(longWork[name] ? { wait: "true waits until it is over" } : {}),
    input: words.schema(brief.input, forTerminal),
    ...(brief.example ? { example: redactor.value(brief.example) } : {}),
  }
}
