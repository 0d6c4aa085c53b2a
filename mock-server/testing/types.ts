/** Every public type of the mock server, so that each can be imported by name. The types of the contract are in `mas-sdk`. */

export type { AsyncCloses, AsyncDispose } from "../../sdk/base/async-dispose.ts"
export type { WebhookEventType } from "../../sdk/contract/models/webhook-events.ts"
export type { LintFinding, LintRule, LintSeverity } from "../../sdk/sending/lint/index.ts"
export type { TransactionalStore, WebhookClaim, WebhookStore } from "../../sdk/webhooks/store.ts"
export type { ClockMode, WebhookTime } from "../base/clock.ts"
export type * from "../base/models.gen.ts"
export type { AccountCapacity } from "../control/capacity.ts"
export type { AdvanceResult, ClockView } from "../control/clock.ts"
export type { RequestCode } from "../control/code/code.ts"
export type { FillResult as FilledContacts } from "../control/contacts.ts"
export type { MintedCredential } from "../control/credentials.ts"
export type { EmlFile } from "../control/inbound.ts"
export type { WhyStep } from "../control/messages.ts"
export type { AddFault, NewFault } from "../control/new-faults.ts"
export type { RequestDetail } from "../control/requests.ts"
export type { RuleView } from "../control/rules.ts"
export type { TimerView } from "../control/timers.ts"
export type { LocalWebhooksView, RotationResult, WebhookWithSecret } from "../control/webhooks.ts"
export type { WorldView } from "../control/world.ts"
export type { WorldInfo } from "../control/worlds.ts"
export type { InboundResult } from "../resources/conversations/inbox.ts"
export type { MailCode } from "../resources/messages/codes.ts"
export type { MessageDetail } from "../resources/messages/message-detail.ts"
export type { MessageVariables } from "../resources/messages/message-variables.ts"
export type { MessageLink } from "../resources/messages/read-mail.ts"
export type { DeliveryAttempt } from "../resources/webhooks/attempt.ts"
export type { AnyHandler, FetchHandler } from "../service/http/handlers.ts"
export type { MockServiceOptions, TaskFailure } from "../service/service.ts"
export type { StateLocation } from "../service/state/external-state.ts"
export type { FixturesError, FixturesProblem } from "../service/state/fixtures-error.ts"
export type { StateFileError } from "../service/state/state-file-error.ts"
export type { Checkpoint } from "../world/checkpoints.ts"
export type { CreatedResource } from "../world/created-resources.ts"
export type { Deliver, DeliveryOutcome, DeliveryRequest, DeliveryResponse } from "../world/delivery.ts"
export type { StepFaults } from "../world/fault-profiles.ts"
export type { Fault } from "../world/fault-rules.ts"
export type { JournalEntry } from "../world/journal.ts"
export type { Snapshot } from "../world/snapshot.ts"
export type { TaskKind } from "../world/task-kinds.ts"
export type { MockClientOptions } from "./client-options.ts"
export type { MockRoute, MockRouteOptions } from "./mock-route.ts"
export type { Awaitable, ConnectOptions, MockConnectionError, RemoteWorld } from "./mock-world/connect.ts"
export type {
  ExpectationError,
  ExpectedMessage,
  FoundMessage,
  Text as WantedText,
  WantedDelivery,
  WantedMessage,
  WantedRequest,
  Within,
  WorldExpect,
} from "./mock-world/expect.ts"
export type { MockWorld } from "./mock-world.ts"
export type { CheckReceiverOptions, ReceiverLine, ReceiverReport } from "./receiver-check/check-receiver.ts"
export type {
  Day,
  DayProcess,
  DayReceiver,
  ProcessOptions,
  ProcessSetup,
  ReceiverOptions,
  ReceiverSetup,
} from "./simulation/day.ts"
export type { SimulatedClientOptions } from "./simulation/network.ts"
export type { FailedRun, SimulatedFaults, SimulateOptions, SimulationProgress } from "./simulation/options.ts"
export type { SimulationError } from "./simulation/report.ts"
export type { MockServer, MockServerOptions, MockService } from "./start.ts"
export type { TestHooks, TestService, TestServiceOptions } from "./test-helpers.ts"
export type { StoreEffects, StoreTestOptions, WebhookStoreError, WebhookStoreSubject } from "./test-webhook-store.ts"
