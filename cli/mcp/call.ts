import { randomKey } from "../../sdk/client/idempotency.ts"
import type { Page } from "../../sdk/client/response/page.ts"
import type { Download } from "../../sdk/files/download.ts"
import { CallHeldError, type CallHold, type CallToHold } from "../../sdk/sending/recipients/call-hold.ts"
import { aboutDetails } from "../commands/approvals/about-call.ts"
import { callDetails, stateOf } from "../commands/approvals/call-details.ts"
import { withApprovals } from "../commands/outbox/with-outbox.ts"
import { identifyAccount } from "../connection/account/account-identity.ts"
import type { Context } from "../connection/context.ts"
import type { Profile } from "../connection/profile/profile.ts"
import { requireCredential } from "../connection/request/connect.ts"
import { endpointName } from "../connection/request/endpoint-name.ts"
import { redirectionOf } from "../connection/request/recipients.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import { isConfirmed, namesPerson, reachesPeople, safetyOf } from "../line/schema/safety.ts"
import { longWork } from "../runners/long-work.ts"
import type { ConfirmationDetails } from "../terminal/ask/confirmation-details.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { pick } from "../terminal/output/fields.ts"
import { checkNames, partsOf, refusedFields } from "./call-input.ts"
import type { Catalog } from "./catalog.ts"
import { checkFields } from "./check-fields.ts"
import { confirmationText } from "./confirmation-text.ts"
import { Confirmations, type Kept, refusalError } from "./confirmations.ts"
import type { Agree, CallResult, ToolInput } from "./tool.ts"
import { waitFor } from "./wait-call.ts"

export interface CallRequest {
  readonly command: CommandSpec
  readonly input: ToolInput
  readonly fields: readonly string[]
  readonly key: string | undefined
  readonly token: string | undefined
  readonly isWaiting: boolean
  readonly signal: AbortSignal
  /** Asks the user; undefined where the client cannot. */
  readonly agree: Agree | undefined
}

/** The response of a call: a list, a file, or a record. */
type Result = { readonly page: Page<unknown> } | { readonly file: Download } | { readonly data: unknown }

/** A call that was made. */
interface Sent {
  readonly key: string | undefined
  readonly result: Result
}

export class Caller {
  readonly #confirmations: Confirmations
  /** How often this session has changed what campaigns and flows send by. */
  #changes = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly context: Context,
    private readonly catalog: Catalog,
  ) {
    this.#confirmations = new Confirmations(context.io.now)
  }

  /**
   * Makes a call. One that reaches people is held for a person, unless this session leaves that to the recipient guard or to the
   * client's own dialog. For another that needs confirmation the user is asked, if the client can; otherwise it is only described at
   * first, with a token for the actual call.
   */
  async call(request: CallRequest, result: CallResult): Promise<object> {
    const { command, input, token } = request
    const { redactor, profile } = this.context
    const { commands, $defs } = this.catalog.schemas
    const schema = commands[command.name]
    checkNames(input, schema?.input, { command })
    checkFields(request.fields, schema?.output ?? {}, $defs)
    if (request.key !== undefined && !command.endpoint?.idempotency) {
      throw refusedFields({ idempotency_key: ["is not read by this call: omit it"] })
    }
    if (request.isWaiting && !longWork[command.name]) {
      throw refusedFields({ wait: ["is for long work, and this call is complete when it responds: omit it"] })
    }
    redactor.addFrom({ path: "", headers: {}, body: JSON.stringify(input) })
    for (const { name, secret } of command.positionals) if (secret) redactor.add(String(input[name]))
    const target = await profile()
    requireCredential(target, command)
    // Reject an invalid address before any result repeats it.
    await this.context.requester()
    if (target.baseUrl !== undefined) result.at = target.baseUrl
    // An input that cannot be sent is refused before anything is read.
    partsOf(command, input)
    const first = await this.#enqueue(command, () => this.#firstStep(request, result))
    if ("result" in first) return this.#sendResult(request, first, result)
    const isForPeople = reachesPeople(command) || !isConfirmed(command)
    const route = isForPeople ? routeToPeople(request, target, this.context.flags.hold) : "confirm"
    if (token !== undefined && isForPeople)
      throw refusalError("no confirm_token releases a call that reaches people", "Call without confirm_token.")
    if (route === "hold") return this.#hold(request, result)
    const agreed = { key: request.key ?? generatedKey(request), state: await stateOf(first.details) }
    if (route === "send") return this.#send(request, agreed, result)
    const hasCredential = (target.apiKey ?? target.token) !== undefined
    const account = hasCredential ? await identifyAccount(this.context) : undefined
    const agreement = {
      command: command.name,
      input,
      at: target.baseUrl,
      account: account && `${account.key} ${target.brand ?? ""}`,
    }
    if (token !== undefined)
      return this.#send(request, this.#confirmations.redeem(token, agreement, request.key), result)
    const needs_confirmation = await this.#summary(request, first.details, account?.owner)
    if (request.agree) {
      const action = await request.agree(confirmationText(needs_confirmation))
      if (action !== "accept") throw notAgreed(action)
      return this.#send(request, agreed, result)
    }
    return {
      needs_confirmation,
      // Not in the redacted part, which would hide a field with this name.
      confirm_token: this.#confirmations.issue(agreement, agreed),
      expires_in_seconds: Confirmations.seconds,
      ...(agreed.key === undefined ? {} : { idempotency_key: agreed.key }),
      next: "Nothing was sent. Once the user agrees, repeat the call with this confirm_token.",
    }
  }

  /** Keeps a call for a person: no tool can release it. */
  async #hold(request: CallRequest, result: CallResult): Promise<object> {
    const { redactor } = this.context
    // Whoever approves it knows nothing of this session's changes.
    const about = await aboutDetails(request.command.summary, await this.#details(request, 0))
    const key = request.key ?? generatedKey(request)
    try {
      await withApprovals(
        this.context,
        (outbox) => {
          const hold = (call: CallToHold) => outbox.hold(call, { source: "mas mcp", about })
          return this.#request(request, key, result, { holdsAllWrites: true, hold })
        },
        true,
      )
    } catch (error) {
      if (!(error instanceof CallHeldError)) throw error
      const { id, state, expiresAt: expires_at } = error
      const isWaiting = state === "waits"
      return {
        held: { id, state: isWaiting ? "waits for a person" : state, expires_at, what: redactor.value(about.what) },
        ...(key === undefined ? {} : { idempotency_key: key }),
        next: isWaiting
          ? "Nothing was sent. A person decides with `mas approvals`, and no tool can: tell the user that it waits there."
          : `Nothing was sent by this call. What became of it: ${state}.`,
      }
    }
    throw new CliError("the call was made without being held")
  }

  /** Makes a call that needs no confirmation; otherwise reads what it would do. A token's call is read when it is sent. */
  async #firstStep(
    request: CallRequest,
    result: CallResult,
  ): Promise<Sent | { readonly details: ConfirmationDetails | undefined }> {
    const isCertain = isConfirmed(request.command)
    const details = isCertain && request.token !== undefined ? undefined : await this.#details(request)
    if (isCertain || details !== undefined) return { details }
    const key = request.key ?? generatedKey(request)
    return { key, result: await this.#request(request, key, result) }
  }

  /** Makes a call that was agreed to, unless what the user agreed to has changed. */
  async #send(request: CallRequest, { key, state }: Kept, callResult: CallResult): Promise<object> {
    const result = await this.#enqueue(request.command, async () => {
      if ((await stateOf(await this.#details(request))) !== state)
        throw refusalError("what the user agreed to has changed since: its object, its recipients or its text")
      return this.#request(request, key, callResult)
    })
    return this.#sendResult(request, { key, result }, callResult)
  }

  /** One write after the other: nothing of this session comes between a comparison and its call. */
  #enqueue<Result>({ endpoint }: CommandSpec, work: () => Promise<Result>): Promise<Result> {
    if (endpoint?.method === "GET") return work()
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** What a call would do; undefined if it needs nobody's agreement, or its input says everything. */
  async #details(
    { command, input, signal }: CallRequest,
    changes = this.#changes,
  ): Promise<ConfirmationDetails | undefined> {
    const client = await this.context.client()
    const stopped = AbortSignal.any([this.context.io.signal, signal])
    const call = { command, parts: partsOf(command, input), client, signal: stopped, changes }
    return callDetails(this.context, call)
  }

  /** What a user has to know to agree to a call. */
  async #summary(request: CallRequest, details: ConfirmationDetails | undefined, account: string | undefined) {
    const { command, input } = request
    const { redactor, profile } = this.context
    const target = await profile()
    const { baseUrl, name } = target
    // Do not ask about a call that must not be sent.
    const redirection = await redirectionOf(command, partsOf(command, input), target)
    return {
      safety: isConfirmed(command) ? safetyOf(command) : "sends",
      what: `${command.summary}.`,
      ...(details ? { about: redactor.value({ title: details.title, ...details.facts }) } : {}),
      name: command.name,
      input: redactor.value(input),
      ...(redirection === undefined ? {} : { redirected_to: redirection }),
      at: baseUrl ?? null,
      ...(account === undefined ? {} : { account: redactor.value(account) }),
      ...(name === undefined ? {} : { profile: name }),
    }
  }

  async #request(
    { command, input, signal }: CallRequest,
    key: string | undefined,
    result: CallResult,
    hold?: CallHold,
  ): Promise<Result> {
    if (key !== undefined) result.key = key
    if (command.endpoint?.feeds !== undefined) this.#changes += 1
    const requester = await this.context.requester()
    const options = {
      signal: AbortSignal.any([this.context.io.signal, signal]),
      ...(hold && { hold }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }
    const [name, parts] = [endpointName(command.name), partsOf(command, input)]
    if (command.endpoint?.paginated) return { page: await requester.list<unknown>(name, parts, options) }
    if (command.endpoint?.download) return { file: await requester.call<Download>(name, parts, options) }
    return { data: await requester.call<unknown>(name, parts, options) }
  }

  async #sendResult(request: CallRequest, { key, result }: Sent, callResult: CallResult): Promise<object> {
    const { command, fields, isWaiting } = request
    const { io, redactor } = this.context
    const visible = (data: unknown) => redactor.value(fields.length > 0 ? pick(data, fields) : data)
    const withKey = key === undefined ? {} : { idempotency_key: key }
    if ("page" in result) return listResult(result.page, visible)
    if ("file" in result) return { result: await fileResult(result.file) }
    const work = longWork[command.name]
    if (!isWaiting || !work) return { result: visible(result.data) ?? null, ...withKey }
    const signal = AbortSignal.any([io.signal, request.signal])
    const { state, error } = await waitFor(work, result.data, { context: this.context, catalog: this.catalog, signal })
    callResult.isFailed = error !== undefined
    return { result: visible(state), ...(error ? { error } : {}), ...withKey }
  }
}

const notAgreed = (action: string | undefined) =>
  new CliError(
    action === undefined ? "the user could not be asked, or gave no response" : "the user did not agree",
    exitCodes.failure,
    { code: "declined", hint: "Nothing was sent. Ask the user what to do instead." },
  )

/**
 * How a call to people goes: a person's approval, the client's own dialog (`confirm`), or at once. Where a guard says who may be
 * reached, only calls that it can judge go at once; without a guard, only `--no-hold` lets any go.
 */
function routeToPeople(
  { command, agree }: CallRequest,
  { recipients }: Profile,
  flag: unknown,
): "hold" | "confirm" | "send" {
  const isHeld = typeof flag === "boolean" ? flag : recipients === undefined
  if (isHeld) return "hold"
  if (agree) return "confirm"
  return flag === false || (namesPerson(command.name) && !command.confirm) ? "send" : "hold"
}

/** A generated key, which makes the call safe to repeat; undefined when the service reads none. */
function generatedKey({ command: { endpoint }, input }: CallRequest): string | undefined {
  if (!endpoint?.idempotency) return undefined
  return typeof input.idempotency_key === "string" ? input.idempotency_key : randomKey()
}

function listResult(
  { items, page, totalPages, totalCount, nextPage }: Page<unknown>,
  visibleRow: (row: unknown) => unknown,
) {
  const rest = nextPage === null ? {} : { next: `The same call with input.page ${nextPage} has the next rows.` }
  return {
    items: items.map(visibleRow),
    page,
    total_pages: totalPages,
    total_count: totalCount,
    next_page: nextPage,
    ...rest,
  }
}

/** Maximum bytes of a file in a response. */
const maxFileBytes = 1024 * 1024

async function fileResult(file: Download): Promise<object> {
  const { filename, contentType: content_type, size } = file
  if (size === undefined || size > maxFileBytes) {
    await file.cancel()
    throw new CliError(`${filename} is too large for a response`, undefined, {
      hint: `It has more than ${maxFileBytes / 1024 / 1024} MiB: the user can download it.`,
    })
  }
  const bytes = Buffer.from(await file.bytes())
  const content = /^text\//.test(content_type) ? { text: bytes.toString() } : { base64: bytes.toString("base64") }
  return { filename, content_type, bytes: bytes.length, ...content }
}
