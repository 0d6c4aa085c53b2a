import { APIError, RequestError } from "../../sdk/client/errors.ts"
import { isInDoubt as isUnclear } from "../../sdk/client/request/final-error.ts"
import { mayHaveEffect } from "../../sdk/client/verdict.ts"
import type { Alternative } from "../../sdk/contract/core/alternative-rows.ts"
import type { Context } from "../connection/context.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import { briefCommand } from "../line/schema/brief-command.ts"
import { readingPart, safetyOf } from "../line/schema/safety.ts"
import { longWork } from "../runners/long-work.ts"
import { UsageError } from "../terminal/errors/cli-error.ts"
import { countText } from "../terminal/output/numbers.ts"
import type { Redactor } from "../terminal/output/redactor.ts"
import { reportError } from "../terminal/report/report-error.ts"
import { alternativesFor } from "./alternatives-for.ts"
import { Caller } from "./call.ts"
import { booleanIn, checkDepth, checkNames, listIn, objectIn, refusedFields, textIn } from "./call-input.ts"
import { type Catalog, isMock } from "./catalog.ts"
import { type MockCommands, mockInput } from "./mock.ts"
import type { Agree, CallResult, Tool, ToolInput, ToolRegistry, ToolResult } from "./tool.ts"
import { ShellTextRewriter } from "./tool-words.ts"

interface Parts {
  readonly context: Context
  readonly catalog: Catalog
  readonly mock: MockCommands
  readonly tools: readonly Tool[]
}

interface Call {
  readonly signal: AbortSignal
  readonly agree: Agree | undefined
  readonly made: CallResult
}

export function toolCalls({ context, catalog, mock, tools }: Parts): ToolRegistry["call"] {
  const caller = new Caller(context, catalog)

  async function callTool(tool: string, toolInput: ToolInput, { signal, agree, made: result }: Call) {
    const { inputSchema } = tools.find(({ name }) => name === tool) ?? {}
    if (!inputSchema) throw new UsageError(`there is no tool ${JSON.stringify(tool)}`, `There are ${namesOf(tools)}.`)
    checkDepth(toolInput)
    checkNames(toolInput, inputSchema)
    const [key, token] = [textIn(toolInput, "idempotency_key"), textIn(toolInput, "confirm_token")]
    const isWaiting = booleanIn(toolInput, "wait")
    if (tool === "find") return findResult(catalog, textIn(toolInput, "query") ?? "")
    const command = catalog.named(textIn(toolInput, "name") ?? "")
    result.command = command
    if (tool === "describe") return describeResult(catalog, command, context.redactor)
    const input = objectIn(toolInput, "input")
    const allowed = ofTool(tool, command)
    // Who allowed one tool has not allowed another.
    if (allowed === undefined)
      throw new UsageError(`${command.name} is not a call of the tool ${tool}`, `Use the tool ${toolOf(command)}.`)
    if (isMock(command) && toolInput.fields !== undefined)
      throw refusedFields({ fields: ["is for calls of the service: omit it"] })
    if (isMock(command)) return mock.run(allowed, input, signal, result)
    const fields = listIn(toolInput, "fields")
    return caller.call({ command, input, fields, key, token, isWaiting, signal, agree }, result)
  }

  return async (tool, input, signal, agree): Promise<ToolResult> => {
    const result: CallResult = {}
    try {
      const data = await callTool(tool, input, { signal, agree, made: result })
      return { data: { ...data, ...at(result) }, ...(result.isFailed ? { isError: true } : {}) }
    } catch (error) {
      const data = await errorResult(error, { context, catalog, tool, made: result, isStopped: signal.aborted })
      return { data, isError: true }
    }
  }
}

/**
 * Several mock servers may run: each response names its source. An address with a password is rejected, and must not be
 * repeated.
 */
const at = ({ at }: CallResult) => (at === undefined || at.includes("@") ? {} : { at })

const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name).join(", ")

interface Failed extends Pick<Parts, "context" | "catalog"> {
  readonly tool: string
  readonly made: CallResult
  readonly isStopped: boolean
}

/** An error for the client: what happened, what to do, and the key to repeat a write with. */
async function errorResult(
  error: unknown,
  { context, catalog, tool, made: result, isStopped }: Failed,
): Promise<object> {
  const profile = await context.profile().catch(() => undefined)
  const isOfError = (error: RequestError) =>
    error instanceof APIError ? mayHaveEffect({ status: error.status, body: undefined }) : isUnclear(error)
  const isInDoubt = error instanceof RequestError && error.method !== "GET" && isOfError(error)
  const address = profile?.baseUrl === undefined ? undefined : { url: profile.baseUrl, from: profile.baseUrlFrom }
  const state = { isInterrupted: isStopped, isInDoubt, again: undefined }
  const target = { command: `mas mcp ${tool}`, profile, address, env: context.io.env, ...state }
  const { docs: _, ...report } = reportError(error, target).report
  // The next call then looks for a mock server started since.
  if (["connection_failed", "network_error"].includes(report.code)) context.forgetMock()
  const words = new ShellTextRewriter(catalog)
  const forTerminal = result.command ? catalog.forTerminal(result.command) : []
  const message = words.message(report.message, forTerminal)
  const hint = words.hint(report.hint, forTerminal)
  const safeReport = context.redactor.value({ ...report, message, hint })
  const key = result.key === undefined ? {} : { idempotency_key: result.key }
  return { error: { ...(typeof safeReport === "object" ? safeReport : {}), ...key, ...at(result) } }
}

/** The command as a tool makes it: `read` takes reads alone, without what changes something; undefined for another's. */
function ofTool(tool: string, command: CommandSpec): CommandSpec | undefined {
  if (tool === "read") return readingPart(command)
  return tool === (isMock(command) ? "mock" : "call") ? command : undefined
}

/** The tool that may do least, and makes this call. */
const toolOf = (command: CommandSpec) => (safetyOf(command) === "read" ? "read" : isMock(command) ? "mock" : "call")

const maxCalls = 12
const maxAlternatives = 3

function findResult(catalog: Catalog, query: string) {
  const matching = catalog.find(query)
  if (query.trim() === "") return { names: namesByGroup(matching), next: "describe one, or find by words." }
  const rows = alternativesFor(query, catalog.commands).slice(0, maxAlternatives)
  const commands = [...new Set([...rows.flatMap((row) => namedBy(row, catalog)), ...matching])]
  const summaries = commands.slice(0, maxCalls).map((command) => ({
    name: command.name,
    summary: command.summary,
    safety: safetyOf(command),
    tool: toolOf(command),
  }))
  const advice = rows.map(({ task, isOffered, code }) => ({ task, use: isOffered ? code : `Not offered. ${code}` }))
  const response = { ...(advice.length > 0 ? { advice } : {}), found: summaries, total: commands.length }
  if (advice.length + summaries.length === 0) return { ...response, next: "find without a query names all." }
  if (summaries.length === commands.length) return response
  return {
    ...response,
    next: `${countText(summaries.length)} of ${countText(commands.length)}: add words to see others.`,
  }
}

/** The calls that a row names, in code or as commands. */
function namedBy({ code, terminal = "" }: Alternative, catalog: Catalog): readonly CommandSpec[] {
  const inCode = [...code.matchAll(/`mas\.(\w+\.\w+)/g)].map(([, name]) => name)
  const inTerminal = new ShellTextRewriter(catalog).message(terminal).match(/(?<=`)\w+\.\w+/g) ?? []
  return [...inCode, ...inTerminal].flatMap((name) => catalog.commands.find((command) => command.name === name) ?? [])
}

function namesByGroup(commands: readonly CommandSpec[]): Record<string, string> {
  const groups: Record<string, string> = {}
  for (const { name } of commands) {
    const [group = "", verb = ""] = name.split(".")
    groups[group] = groups[group] === undefined ? verb : `${groups[group]} ${verb}`
  }
  return groups
}

/** The response of `describe`: the command in brief, with the names that tools use. */
function describeResult(catalog: Catalog, command: CommandSpec, redactor: Redactor) {
  const { name, endpoint } = command
  const words = new ShellTextRewriter(catalog)
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
