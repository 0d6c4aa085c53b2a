/** A resource that a request created, or returned again for its idempotency key. */
export type CreatedResource =
  | {
      /** A message. */
      readonly kind: "message"
      /** The id of the message. */
      readonly id: number
    }
  | {
      /** A webhook event. */
      readonly kind: "event"
      /** `evt_…` */
      readonly id: string
    }

const nothing: readonly CreatedResource[] = []

interface ResponseBody {
  readonly id?: unknown
  readonly event_id?: unknown
  readonly results?: unknown
}

const message = ({ id }: { readonly id?: unknown }): readonly CreatedResource[] =>
  typeof id === "number" ? [{ kind: "message", id }] : nothing

/** The created resources in a response, by endpoint. */
const createdBy: Readonly<Record<string, (response: ResponseBody) => readonly CreatedResource[]>> = {
  "messages.send": message,
  "templates.sendTest": ({ results }) =>
    (Array.isArray(results) ? results : []).flatMap(({ message_id }) => message({ id: message_id })),
  "webhooks.test": ({ event_id }) => (typeof event_id === "string" ? [{ kind: "event", id: event_id }] : nothing),
}

/** The resources that a request created. Read from its response immediately, because bodies are dropped earlier. */
export const createdIn = (
  endpoint: string | undefined,
  response: string | object | null,
): readonly CreatedResource[] =>
  endpoint === undefined || response === null || typeof response === "string"
    ? nothing
    : (createdBy[endpoint]?.(response) ?? nothing)

const keyOf = ({ kind, id }: CreatedResource) => `${kind} ${id}`

/** @internal */
export class CreatedIndex {
  readonly #requests = new Map<string, number[]>()

  add(request: number, resources: readonly CreatedResource[]): void {
    for (const each of resources) {
      const key = keyOf(each)
      const ids = this.#requests.get(key)
      if (ids === undefined) this.#requests.set(key, [request])
      else ids.push(request)
    }
  }

  remove(request: number, resources: readonly CreatedResource[]): void {
    for (const each of resources) {
      const key = keyOf(each)
      const remaining = this.#requests.get(key)?.filter((id) => id !== request) ?? []
      if (remaining.length > 0) this.#requests.set(key, remaining)
      else this.#requests.delete(key)
    }
  }

  /** The ids of the requests for a resource, oldest first. */
  of(resource: CreatedResource): readonly number[] {
    return this.#requests.get(keyOf(resource)) ?? []
  }

  clear(): void {
    this.#requests.clear()
  }
}
