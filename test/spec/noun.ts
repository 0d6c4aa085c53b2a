import type { ApiResponse, EndpointGroup, EndpointSpec, Method, Sent } from "../../sdk/contract/core/endpoint.ts"
import type { Contract } from "../../sdk/contract/index.ts"
import type { AccountIds, BrandIds } from "../support/foreign-records.ts"
import type { Called, CallOptions } from "../support/mock.ts"
import type { Changes, Mock } from "../support/samples.ts"

/**
 * What the specification says about a noun, transcribed by hand: nothing here derives from the contract. The contract's
 * names keep it complete: an endpoint without its row does not compile, nor a row whose types differ from the endpoint's.
 */
export interface Noun<G extends keyof Contract> {
  /** The heading of the table of its endpoints; null if they are in none. */
  readonly section: string | null
  /** The caller, if it is not the seeded API key. */
  readonly caller?: Caller
  /** The account that it is for, if not the seeded main one. */
  readonly account?: number
  /** The field tables, or the decisions if there are none, by model name. */
  readonly models?: Readonly<Record<string, string>>
  readonly endpoints: Rows<Contract[G]>
}

export interface Caller {
  readonly as?: NonNullable<CallOptions["as"]>
  readonly key?: string
}

/** What the specification says about an endpoint, and what tests of all endpoints cannot derive. */
export interface Row {
  readonly method: Method
  readonly path: string
  /** The success statuses of the specification, or of the decisions if it states none. */
  readonly success?: readonly number[]
  readonly decided?: readonly number[]
  /** The error statuses that the specification states. */
  readonly errors?: readonly number[]
  /** Its rule for the header `Idempotency-Key`. */
  readonly idempotency?: "required" | "optional"
  /** The default size of a page, if it is a paginated list. */
  readonly page?: number
  /** The id of the only accepted person, if its example names a record for that person alone. */
  readonly person?: number
  /** How to cause a status, if the way for most endpoints does not work. */
  readonly ways?: Readonly<Record<number, Way>>
  /** A body whose idempotency key has not been used before. */
  readonly otherBody?: unknown
  readonly ids?: ForeignIds
  /** What a read without an id shows beyond its brand: the whole account, or the record that its query names. */
  readonly reads?: "account" | "record"
  /** True if its example creates the record that other examples name and the seed lacks. */
  readonly prepare?: true
}

/** Makes an endpoint answer a status. */
export type Way = (probe: Probe) => Promise<Called>

export interface Probe {
  readonly service: Mock
  /** The successful request, with these changes. */
  send(changes?: Changes): Promise<Called>
  /** The same request twice with one idempotency key; returns the second answer. */
  twice(): Promise<Called>
}

/** The fields with a record's id, and how each is tried with a record of another brand or account. */
export type ForeignIds = Readonly<Record<`${"params" | "query" | "body"}.${string}`, Foreign | readonly Foreign[]>>

/**
 * The kind of record, or a request that names one of another brand: responded with 404. `everyone` if the ids belong to no
 * single account; `person` if only a person can name them, so that they are tested separately.
 */
export type Foreign = keyof BrandIds | keyof AccountIds | "everyone" | "person" | ((ids: BrandIds) => Changes)

type Parts<E extends EndpointSpec> = Sent<E> & { answer: ApiResponse<E> }
type TypesOf<E extends EndpointSpec> = { [K in keyof Parts<E>]: Parts<E>[K] }

/**
 * A row for every endpoint of a group, with the types of its input and answer. `types` is never set. It is written
 * out twice, without its own name, because the compiler then requires identical types, not only compatible ones.
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
