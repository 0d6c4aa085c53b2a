export type { MockClientOptions } from "./client-options.ts"
export { createMockRoute, type MockRoute, type MockRouteOptions } from "./mock-route.ts"
export { type ConnectOptions, connectMock, MockConnectionError, type RemoteWorld } from "./mock-world/connect.ts"
export {
  ExpectationError,
  type FoundMessage,
  type WantedDelivery,
  type WantedMessage,
  type WantedRequest,
  type Within,
} from "./mock-world/expect.ts"
export type { MockWorld } from "./mock-world.ts"
export {
  type CheckReceiverOptions,
  type CountEffects,
  checkReceiver,
  type ReceiverLine,
  type ReceiverReport,
} from "./receiver-check/check-receiver.ts"
export type { MockServiceOptions, TaskFailure } from "./service.ts"
export type {
  Day,
  DayProcess,
  DayReceiver,
  ProcessSetup,
  ReceiverOptions,
  ReceiverSetup,
} from "./simulation/day.ts"
export type { BrokenDay, SimulatedFaults, SimulateOptions, SimulationProgress } from "./simulation/options.ts"
export { SimulationError } from "./simulation/report.ts"
export { simulate } from "./simulation/simulate.ts"
export {
  createMockService,
  type MockServer,
  type MockServerOptions,
  type MockService,
  startMockServer,
} from "./start.ts"
export type { StatePlace } from "./state/external-state.ts"
export { FixturesError, type FixturesProblem } from "./state/fixtures-error.ts"
export { parseFixtures, printFixtures, readFixtures } from "./state/fixtures-file.ts"
export { StateFileError } from "./state/state-file-error.ts"
export {
  mockWorldFixture,
  type TestHooks,
  type TestService,
  type TestServiceOptions,
  useMockWorld,
  withMockWorld,
} from "./test-helpers.ts"
export {
  type StoreEffects,
  type StoreTestOptions,
  testWebhookStore,
  WebhookStoreError,
  type WebhookStoreSubject,
} from "./test-webhook-store.ts"
export type * from "./types.ts"
export type { Fixtures } from "./world/fixtures/fixtures.ts"
