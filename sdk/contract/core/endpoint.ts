import type * as z from "zod"
import type { Credential } from "./credentials.ts"
import type { ErrorStatus } from "./error-codes.ts"

/** The methods that the service uses. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE"

/** The statuses with which an endpoint can succeed. */
export type SuccessStatus = 200 | 201 | 202 | 204

/**
 * The recipients of a call: none, those that a field of its body names, or people that the call does not name. The
 * client's recipient guard uses this. `nobody`: the specification names no message that follows from the call.
 */
export type RecipientRule =
  | "nobody"
  | {
      /** Holds an address, a phone number, or a list of them; `user.email` is a field within a field. */
      readonly field: string
      /** True if another recipient changes only where the message goes. A redirected sign-up would be another person's. */
      readonly redirect?: true
    }
  | {
      /** Who they are or why, as half a sentence. */
      readonly indirect: string
    }

/** A kind of record by which campaigns and flows send: they go to other people, or say something else, once it is changed. */
export type Feed = "campaign" | "list" | "template" | "contact" | "event"

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
  /** The kinds of credential that are accepted; an empty list needs none. Other kinds get 403. */
  readonly auth: readonly Credential[]
  /**
   * Others get 403, whatever else is wrong: people who are not `admins` or the `owner` of the account, accounts that are no
   * `managers`, or to which the centre for `affiliates` is not open.
   */
  readonly only?: "admins" | "owner" | "managers" | "affiliates"
  /** The recipients of a call. */
  readonly recipients: RecipientRule
  /**
   * What the call changes of what others send: while a scheduled campaign or a live flow sends by it, an assistant's call
   * counts as sending, and needs agreement.
   */
  readonly feeds?: Feed
  /** Schema of the parameters in the path. */
  readonly params?: z.core.$ZodType
  /** Schema of the query. */
  readonly query?: z.core.$ZodType
  /** Schema of the body. */
  readonly body?: z.core.$ZodType
  /** True if a request may omit the body. */
  readonly bodyOptional?: true
  /** Schema of the response (of one row if `paginated`); null if there is no body, or if it is raw bytes. */
  readonly response: z.core.$ZodType | null
  /** Success status. Default 200. */
  readonly status?: SuccessStatus
  /** Status if the effect already existed: a replay, or an existing record. */
  readonly replayStatus?: SuccessStatus
  /** Error statuses beyond those that follow from the other parts (`errorStatuses`). */
  readonly errors?: readonly ErrorStatus[]
  /** How an invalid request is refused, if not with 422 and `validation_error`. */
  readonly invalid?: {
    /** Default 422. */
    readonly status?: 400
    /** Default `validation_error`. */
    readonly errorCode?: "audience_invalid"
  }
  /**
   * `popup`: whatever is wrong with a request is 400 (where `invalid` says so) or 422, with `{ error: string }` and nothing else
   * (PopupErrorBody); a refused credential is 401.
   */
  readonly errorShape?: "popup"
  /** Present on lists: the default page size. */
  readonly paginated?: {
    /** Rows per page. */
    readonly size: number
  }
  /** Whether the header `Idempotency-Key` is read, and whether it is required. */
  readonly idempotency?: "required" | "optional"
  /** `multipart`: the body is sent as multipart/form-data. */
  readonly upload?: "multipart"
  /** `bytes`: the response is a file, not JSON. */
  readonly download?: "bytes"
  /** `jwt`: the response header `Authorization` has a new JWT. */
  readonly issues?: "jwt"
  /**
   * The confirmation of the command line and of the MCP server: a `paid` call costs money, a `destructive` one cannot be
   * undone, and one of `rights` changes who may act for an account, or as whom: its team, grants, invitations and name.
   */
  readonly confirm?: "paid" | "destructive" | "rights"
  /** A complete request that works against the mock server's seeded world; shown in the docs and in the command's help. */
  readonly example?: EndpointExample
}

/** The parts of an example request, as sent (text for params and query). */
export interface EndpointExample {
  /** The parameters in the path, by name. */
  readonly params?: Readonly<Record<string, string | number>>
  /** The query, by name. */
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** The body, before JSON encoding. */
  readonly body?: unknown
  /** The header `Idempotency-Key`. */
  readonly idempotencyKey?: string
}

/** Endpoints by name, as a contract file exports them. */
export type EndpointGroup = Readonly<Record<string, EndpointSpec>>

/** Keeps an endpoint's literal types for the compiler. */
export function defineEndpoint<const E extends EndpointSpec>(spec: E): E {
  return spec
}

type PartKey = "params" | "query" | "body"
type In<S> = S extends z.core.$ZodType ? z.input<S> : never
type Out<S> = S extends z.core.$ZodType ? z.output<S> : never

/** The input of an endpoint for a caller: the input type of each part. */
export type Sent<E extends EndpointSpec> = { [K in PartKey & keyof E]: In<E[K]> }

/** The input of an endpoint for its handler: the output type of each part, with defaults applied. */
export type Received<E extends EndpointSpec> = { [K in PartKey & keyof E]: Out<E[K]> } & (E extends {
  readonly paginated: unknown
}
  ? { readonly page: PageRequest }
  : unknown)

/** The result of an endpoint: one record, or one row of its list. */
export type ApiResponse<E extends EndpointSpec> = E["response"] extends z.core.$ZodType
  ? z.output<E["response"]>
  : undefined

/** The requested page, after clamping. */
export interface PageRequest {
  /** From 1. */
  readonly number: number
  /** Rows a page, 1 to 100. */
  readonly size: number
}
