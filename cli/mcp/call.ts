import type { Page } from "../../sdk/answer/page.ts"
import { canonicalJson } from "../../sdk/contract/core/canonical-json.ts"
import type { Download } from "../../sdk/files/download.ts"
import { randomKey } from "../../sdk/idempotency.ts"
import { identifyAccount } from "../account/account-identity.ts"
import type { ConfirmationDetails } from "../ask/confirmation-details.ts"
import type { CommandSpec } from "../command/spec.ts"
import { longWork } from "../commands/wait/long-work.ts"
import type { Context } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { pick } from "../output/fields.ts"
import { requireCredential } from "../request/connect.ts"
import { endpointName } from "../request/endpoint-name.ts"
import { redirectionOf } from "../request/recipients.ts"
import { safetyOf } from "../schema/safety.ts"
import { checkNames, partsOf, refusedFields } from "./call-input.ts"
import type { Catalog } from "./catalog.ts"
import { checkFields } from "./check-fields.ts"
import { type Agreement, Confirmations, refused } from "./confirmations.ts"
import type { Given, Made } from "./tool.ts"
import { isConfirmed } from "./tools.ts"
import { waitFor } from "./wait-call.ts"

export interface Asked {
  readonly command: CommandSpec
  readonly input: Given
  readonly fields: readonly string[]
  readonly key: string | undefined
  readonly token: string | undefined
  readonly isWaiting: boolean
  readonly signal: AbortSignal
}

export class Caller {
  readonly #confirmations: Confirmations

  constructor(
    private readonly context: Context,
    private readonly catalog: Catalog,
  ) {
    this.#confirmations = new Confirmations(context.io.now)
  }

  /** Makes a call. A call that needs confirmation is only described first, with a token for the actual call. */
  async call(asked: Asked, made: Made): Promise<object> {
    const { command, input, token } = asked
    const { redactor, profile } = this.context
    const { commands, $defs } = this.catalog.schemas
    const schema = commands[command.name]
    checkNames(input, schema?.input)
    checkFields(asked.fields, schema?.output ?? {}, $defs)
    if (asked.key !== undefined && !command.endpoint?.idempotency) {
      throw refusedFields({ idempotency_key: ["is not read by this call: omit it"] })
    }
    if (asked.isWaiting && !longWork[command.name]) {
      throw refusedFields({ wait: ["is for long work, and this call is complete when it answers: omit it"] })
    }
    redactor.addFrom({ path: "", headers: {}, body: JSON.stringify(input) })
    for (const { name, secret } of command.positionals) if (secret) redactor.add(String(input[name]))
    const place = await profile()
    requireCredential(place, command)
    // Reject an invalid address before any result repeats it.
    await this.context.requester()
    if (place.baseUrl !== undefined) made.at = place.baseUrl
    if (!isConfirmed(command)) return this.#send(asked, asked.key ?? generatedKey(asked), made)
    const hasCredential = (place.apiKey ?? place.token) !== undefined
    const account = hasCredential ? await identifyAccount(this.context) : undefined
    const agreement = {
      command: command.name,
      input,
      at: place.baseUrl,
      account: account && `${account.key} ${place.brand ?? ""}`,
    }
    if (token === undefined) return this.#ask(asked, agreement, account?.owner)
    const { key, state } = this.#confirmations.redeem(token, agreement, asked.key)
    const details = await this.#details(asked)
    if (stateOf(details) !== state) throw refused("the object of the confirm_token has changed since")
    return this.#send(asked, key, made)
  }

  /**
   * The current state of the call's target at the service.
   * @throws APIError when it does not exist.
   */
  async #details({ command, input, signal }: Asked): Promise<ConfirmationDetails | undefined> {
    const { confirmationDetails } = await import("../ask/confirmation-details.ts")
    const { io, output } = this.context
    return confirmationDetails(command.name, {
      client: await this.context.client(),
      parts: partsOf(command, input),
      // Times as they are: how far away they are changes while the user decides.
      screen: { ...output.screen, utc: true },
      signal: AbortSignal.any([io.signal, signal]),
    })
  }

  async #ask(asked: Asked, agreement: Agreement, account: string | undefined): Promise<object> {
    const { command, input } = asked
    const { redactor, profile } = this.context
    const place = await profile()
    const { baseUrl, name } = place
    // Do not ask about a call that must not be sent.
    const redirection = await redirectionOf(command, partsOf(command, input), place)
    const details = await this.#details(asked)
    const key = asked.key ?? generatedKey(asked)
    return {
      needs_confirmation: {
        safety: safetyOf(command),
        what: `${command.summary}.`,
        ...(details ? { about: redactor.value({ title: details.title, ...details.facts }) } : {}),
        name: command.name,
        input: redactor.value(input),
        ...(redirection === undefined ? {} : { redirected_to: redirection }),
        at: baseUrl ?? null,
        ...(account === undefined ? {} : { account: redactor.value(account) }),
        ...(name === undefined ? {} : { profile: name }),
      },
      // Not in the redacted part, which would hide a field with this name.
      confirm_token: this.#confirmations.issue(agreement, { key, state: stateOf(details) }),
      expires_in_seconds: Confirmations.seconds,
      ...(key === undefined ? {} : { idempotency_key: key }),
      next: "Nothing was sent. Once the user agrees, repeat the call with this confirm_token.",
    }
  }

  async #send(asked: Asked, key: string | undefined, made: Made): Promise<object> {
    const { command, input, fields, isWaiting } = asked
    if (key !== undefined) made.key = key
    const { io, redactor } = this.context
    const parts = partsOf(command, input)
    const signal = AbortSignal.any([io.signal, asked.signal])
    const options = {
      signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    }
    const requester = await this.context.requester()
    const name = endpointName(command.name)
    const shown = (data: unknown) => redactor.value(fields.length > 0 ? pick(data, fields) : data)
    const withKey = key === undefined ? {} : { idempotency_key: key }
    if (command.endpoint?.paginated) return listAnswer(await requester.list<unknown>(name, parts, options), shown)
    if (command.endpoint?.download)
      return { result: await fileAnswer(await requester.call<Download>(name, parts, options)) }
    const result = await requester.call<unknown>(name, parts, options)
    const work = longWork[command.name]
    if (!isWaiting || !work) return { result: shown(result) ?? null, ...withKey }
    const { state, error } = await waitFor(work, result, { context: this.context, catalog: this.catalog, signal })
    made.isFailed = error !== undefined
    return { result: shown(state), ...(error ? { error } : {}), ...withKey }
  }
}

/** What the user agreed to: all that was shown, and what would be sent to whom. */
const stateOf = (details: ConfirmationDetails | undefined) =>
  details && canonicalJson([details.title, details.facts, details.state ?? ""])

/** A generated key, which makes the call safe to repeat; undefined when the service reads none. */
function generatedKey({ command: { endpoint }, input }: Asked): string | undefined {
  if (!endpoint?.idempotency) return undefined
  return typeof input.idempotency_key === "string" ? input.idempotency_key : randomKey()
}

function listAnswer(
  { items, page, totalPages, totalCount, nextPage }: Page<unknown>,
  shown: (row: unknown) => unknown,
) {
  const rest = nextPage === null ? {} : { next: `The same call with input.page ${nextPage} has the next rows.` }
  return {
    items: items.map(shown),
    page,
    total_pages: totalPages,
    total_count: totalCount,
    next_page: nextPage,
    ...rest,
  }
}

/** Maximum bytes of a file in an answer. */
const maxFileBytes = 1024 * 1024

async function fileAnswer(file: Download): Promise<object> {
  const { filename, contentType: content_type, size } = file
  if (size === undefined || size > maxFileBytes) {
    await file.cancel()
    throw new CliError(`${filename} is too large for an answer`, undefined, {
      hint: `It has more than ${maxFileBytes / 1024 / 1024} MiB: the user can download it.`,
    })
  }
  const bytes = Buffer.from(await file.bytes())
  const content = /^text\//.test(content_type) ? { text: bytes.toString() } : { base64: bytes.toString("base64") }
  return { filename, content_type, bytes: bytes.length, ...content }
}
