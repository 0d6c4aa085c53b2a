import type * as z from "zod"
import type { Credential } from "./credentials.ts"
import type { ErrorStatus } from "./error-codes.ts"

/** The methods that the service uses. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE"

/** The statuses with which an endpoint can succeed. */
export type SuccessStatus = 200 | 201 | 202 | 204

/**
 * Whom a call reaches: nobody, whoever a field of its body names, or people that its sender cannot see. The client's recipient
 * guard judges by this. `nobody`: the specification names no message that follows from the call.
 */
export type Reach =
  | "nobody"
  | {
      /** Holds an address, a phone number, or a list of them; `user.email` is a field within a field. */
      readonly field: string
      /** True where another recipient changes where the message goes and nothing else. A sign-up would be another person's. */
      readonly redirect?: true
    }
  | {
      /** Who they are or why, as half a sentence. */
      readonly unseen: string
    }

/** One endpoint of the service: everything that client, mock server, command line and documents derive from. */
export interface EndpointSpec {
  /** The method of the request. */
  readonly method: Method
  /** Path from the base address; a parameter is written `{id}`. */
  readonly path: `/v1/${string}`
  /** One sentence without a full stop: the OpenAPI summary and the command's help. */
  readonly summary: string
  /** The part of the specification that describes it, for example `Account, team, grants`. */
  readonly section: string
  /** The kinds of credential that are let in; an empty list needs none. Other kinds get 403. */
  readonly auth: readonly Credential[]
  /** `admin`: only the owner and admins of the account; a member gets 403. */
  readonly role?: "admin"
  /** Whom a call reaches. */
  readonly reaches: Reach
  /** Schema of the parameters in the path. */
  readonly params?: z.core.$ZodType
  /** Schema of the query. */
  readonly query?: z.core.$ZodType
  /** Schema of the body. */
  readonly body?: z.core.$ZodType
  /** True where a request without a body is fine although `body` is given. */
  readonly bodyOptional?: true
  /** Schema of one answer (of one row where `paginated`); null where there is no body, or where it is raw bytes. */
  readonly response: z.core.$ZodType | null
  /** Status of success; 200 when left out. */
  readonly status?: SuccessStatus
  /** Status when the request found its effect already made: a replay, or a record that was there. */
  readonly replayStatus?: SuccessStatus
  /** Error statuses beyond those that follow from the other parts (`errorStatuses`). */
  readonly errors?: readonly ErrorStatus[]
  /** How a request that does not fit the schemas is refused, where that is not 422 with `validation_error`. */
  readonly invalid?: {
    /** 422 when left out. */
    readonly status?: 400
    /** `validation_error` when left out. */
    readonly errorCode?: "audience_invalid"
  }
  /**
   * `popup`: whatever is wrong with a request is 400 (where `invalid` says so) or 422, with `{ error: string }` and nothing else
   * (PopupErrorBody); a credential that is not let in is 401.
   */
  readonly errorShape?: "popup"
  /** Present on lists: the page size when none is asked for. */
  readonly paginated?: {
    /** Rows a page. */
    readonly size: number
  }
  /** Whether the header `Idempotency-Key` is read, and whether it must be there. */
  readonly idempotency?: "required" | "optional"
  /** `multipart`: the body goes as multipart/form-data. */
  readonly upload?: "multipart"
  /** `bytes`: the answer is a file, not JSON. */
  readonly download?: "bytes"
  /** `jwt`: the answer's header `Authorization` carries a new JWT. */
  readonly issues?: "jwt"
  /** What the command line asks before it goes ahead: a `paid` step costs money, a `destructive` one cannot be taken back. */
  readonly confirm?: "paid" | "destructive"
  /** A complete request that works against the mock server's seeded world; shown in the docs and in the command's help. */
  readonly example?: EndpointExample
}

/** The parts of an example request, as they go over the wire (text for params and query). */
export interface EndpointExample {
  /** The parameters in the path, by name. */
  readonly params?: Readonly<Record<string, string | number>>
  /** The query, by name. */
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The body, before it is written as JSON. */
  readonly body?: unknown
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string
}

/** Endpoints by name, as a contract file exports them. */
export type EndpointGroup = Readonly<Record<string, EndpointSpec>>

/** Names an endpoint's parts to the compiler exactly as written. */
export function defineEndpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

type PartKey = "params" | "query" | "body"
type In<S> = S extends z.core.$ZodType ? z.input<S> : never
type Out<S> = S extends z.core.$ZodType ? z.output<S> : never

/** What a caller passes to an endpoint: the input side of each part that it has. */
export type Sent<E extends EndpointSpec> = { [K in PartKey & keyof E]: In<E[K]> }

/** What a handler of an endpoint gets: the output side of each part, defaults applied. */
export type Received<E extends EndpointSpec> = { [K in PartKey & keyof E]: Out<E[K]> } & (E extends {
  readonly paginated: unknown
}
  ? { readonly page: PageRequest }
  : unknown)

/** What an endpoint answers: one record, or one row of its list. */
export type Answer<E extends EndpointSpec> = E["response"] extends z.core.$ZodType ? z.output<E["response"]> : undefined

/** The page that a request asks for, after clamping. */
export interface PageRequest {
  /** From 1. */
  readonly number: number
  /** Rows a page, 1 to 100. */
  readonly size: number
}
