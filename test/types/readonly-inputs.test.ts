import { describe, expectTypeOf, it } from "vitest"
import type {
  createMockService,
  Day,
  MockWorld,
  parseFixtures,
  printFixtures,
  RemoteWorld,
  simulate,
  startMockServer,
} from "../../mock-server/index.ts"
import type { InputOf } from "../../sdk/client/resources/endpoint-types.ts"
import type { EndpointName, EndpointOf } from "../../sdk/contract/index.ts"
import type { Mas } from "../../sdk/index.ts"
import type { redisStore } from "../../sdk/stores/index.ts"
import type { createWebhookHandler, memoryStore, signWebhook, verifyWebhook } from "../../sdk/webhooks/index.ts"

/** Not plain data: types with methods, and strings of any value (`string & {}`). */
type Opaque =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | URL
  | Date
  | ReadableStream
  | AsyncIterable<unknown>
  | AbortSignal

/** The same data as deeply readonly, as with `as const`. */
type Frozen<T> = T extends Opaque | ((...args: never[]) => unknown)
  ? T
  : T extends readonly unknown[] | object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

/** The names of the functions of `T` that refuse readonly data. */
type Refusing<T> = {
  [Key in keyof T]-?: T[Key] extends (...args: infer Given) => unknown
    ? { -readonly [Place in keyof Given]: Frozen<Given[Place]> } extends Given
      ? never
      : Key
    : never
}[keyof T]

type RefusingEndpoint = {
  [Name in EndpointName]: Frozen<InputOf<EndpointOf<Name>>> extends InputOf<EndpointOf<Name>> ? never : Name
}[EndpointName]

type RefusingGroup = { [Group in keyof Mas]: Refusing<Mas[Group]> }[keyof Mas]

describe("readonly data", () => {
  it("is accepted by every endpoint, called by a method or by name", () => {
    expectTypeOf<RefusingEndpoint>().toBeNever()
    expectTypeOf<RefusingGroup>().toBeNever()
  })

  it("is accepted by the mock server", () => {
    // `fetch` has the platform's type.
    expectTypeOf<Refusing<MockWorld>>().toEqualTypeOf<"fetch">()
    expectTypeOf<Refusing<MockWorld["expect"]>>().toBeNever()
    expectTypeOf<Refusing<RemoteWorld>>().toEqualTypeOf<"fetch">()
    expectTypeOf<Refusing<Day>>().toBeNever()
    type Functions = {
      createMockService: typeof createMockService
      startMockServer: typeof startMockServer
      parseFixtures: typeof parseFixtures
      printFixtures: typeof printFixtures
      simulate: typeof simulate
    }
    expectTypeOf<Refusing<Functions>>().toBeNever()
  })

  it("is accepted by webhook functions and stores", () => {
    type Functions = {
      createWebhookHandler: typeof createWebhookHandler
      verifyWebhook: typeof verifyWebhook
      signWebhook: typeof signWebhook
      memoryStore: typeof memoryStore
      redisStore: typeof redisStore
    }
    expectTypeOf<Refusing<Functions>>().toBeNever()
  })

  it("is refused, and detected, if a list must be mutable", () => {
    expectTypeOf<
      Refusing<{ take(list: { ids: string[] }): void; read(ids: readonly string[]): void }>
    >().toEqualTypeOf<"take">()
  })
})
