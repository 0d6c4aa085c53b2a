import type { Answer, EndpointGroup, EndpointSpec, Method, Sent } from "../../sdk/contract/core/endpoint.ts"
import type { Contract } from "../../sdk/contract/index.ts"
import type { AccountIds, BrandIds } from "../support/foreign-records.ts"
import type { Called, CallOptions } from "../support/mock.ts"
import type { Changes, Mock } from "../support/samples.ts"

/**
 * What the specification says of a noun, transcribed by hand: nothing here derives from the contract. The contract's
 * names alone hold it complete: an endpoint without its row does not compile, nor a row whose types are not the endpoint's.
 */
export interface Noun<G extends keyof Contract> {
  /** The heading of the table that its endpoints stand in; null where they stand in none. */
  readonly section: string | null
  /** Who may use it, where that is not the seeded API key. */
  readonly caller?: Caller
  /** The account that it is for, where that is not the seeded main one. */
  readonly account?: number
  /** The field tables, or what was decided where there are none, by model name. */
  readonly models?: Readonly<Record<string, string>>
  readonly endpoints: Rows<Contract[G]>
}

export interface Caller {
  readonly as?: NonNullable<CallOptions["as"]>
  readonly key?: string
}

/** What the specification says of an endpoint, and what the tests that walk through all endpoints cannot know of it. */
export interface Row {
  readonly method: Method
  readonly path: string
  /** The success statuses that the specification states, and what was decided where it states none. */
  readonly success?: readonly number[]
  readonly decided?: readonly number[]
  /** The error statuses that the specification states. */
  readonly errors?: readonly number[]
  /** What it says of the header `Idempotency-Key`. */
  readonly idempotency?: "required" | "optional"
  /** The default size of a page, where it is a paginated list. */
  readonly page?: number
  /** The id of the one person whom it lets in, where its example names a record that is for them alone. */
  readonly person?: number
  /** How a status comes about, where the way that works for most endpoints does not. */
  readonly ways?: Readonly<Record<number, Way>>
  /** A body with which an idempotency key has not been used before. */
  readonly otherBody?: unknown
  readonly ids?: ForeignIds
  /** What a read without an id shows beyond its brand: all of the account, or the record that its query names. */
  readonly reads?: "account" | "record"
  /** True where its example makes the record that other examples name and the seed does not hold. */
  readonly prepare?: true
}

/** Makes an endpoint answer a status. */
export type Way = (probe: Probe) => Promise<Called>

export interface Probe {
  readonly service: Mock
  /** The request that succeeds, with what is changed of it. */
  send(changes?: Changes): Promise<Called>
  /** The same request two times under one idempotency key; the second answer. */
  twice(): Promise<Called>
}

/** The fields that hold the id of a record, and how each is tried with a record of another brand or account. */
export type ForeignIds = Readonly<Record<`${"params" | "query" | "body"}.${string}`, Foreign | readonly Foreign[]>>

/**
 * The kind of record, or a request that names one of another brand: answered 404. `everyone` where the ids are of no
 * one account; `person` where only a person can name them, so that they are tried apart.
 */
export type Foreign = keyof BrandIds | keyof AccountIds | "everyone" | "person" | ((ids: BrandIds) => Changes)

type Parts<E extends EndpointSpec> = Sent<E> & { answer: Answer<E> }
type TypesOf<E extends EndpointSpec> = { [K in keyof Parts<E>]: Parts<E>[K] }

/**
 * A row for every endpoint of a group, with the types of what it takes and answers. `types` is never there. It is written
 * out twice, without a name of its own, since then the compiler has the types be identical and not merely alike.
 */
type Rows<G extends EndpointGroup> = {
  readonly [V in keyof G]-?: Row & { readonly types?: <X>() => X extends TypesOf<G[V]> ? 1 : 2 }
}

/** `endpoint<{ params: IdParams; answer: Invite }>("DELETE /v1/my/account/invites/{id}", { success: [200] })`. */
export function endpoint<T>(
  address: `${Method} /v1/${string}`,
  row: Omit<Row, "method" | "path">,
): Row & { readonly types?: <X>() => X extends NoInfer<T> ? 1 : 2 } {
  const [method, path] = address.split(" ") as [Method, string]
  return { method, path, ...row }
}
