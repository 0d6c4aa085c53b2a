import { idempotencyKeyLength } from "./headers.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Every number that the interface fixes. Durations are milliseconds, sizes are bytes. Spec: Limits. */
export const limits = {
  pageSizeMax: 100,
  pageSizeDefault: 30,
  pageSizeAccounts: 100,
  pageSizeManagedAccounts: 25,
  bodyBytes: 5 * 1024 * 1024,
  jsonDepth: 100,
  // Items of one array in a JSON body, or of one field of a query or form.
  jsonItems: 10_000,
  // Keys of one object in a JSON body.
  jsonKeys: 1_000,
  // Values in a JSON body, including arrays and objects.
  jsonValues: 20_000,
  // Messages in the `validation_errors` of a response, including the note that there are more.
  problemsNamed: 100,
  // Characters of a field's name in `validation_errors`.
  problemFieldLength: 200,
  importBytes: 100 * 1024 * 1024,
  importErrorsKept: 1_000,
  // Characters of an e-mail address: the whole, and before the @.
  emailLength: 254,
  emailLocalLength: 64,
  // Characters of one header line of an e-mail: a subject, a header's value.
  lineLength: 998,
  messageHeaders: 100,
  messageTags: 100,
  // One text part of a message or template.
  textBytes: 1024 * 1024,
  urlLength: 2_048,
  idempotencyKeyLength,
  webhooksPerBrand: 10,
  webhookAckTimeout: 10_000,
  webhookTolerance: 5 * minute,
  webhookRetryDelays: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour],
  webhookAutoOffAfter: 3 * day,
  webhookHistory: 7 * day,
  inboundTextBytes: 64 * 1024,
  capacityWindow: day,
  capacityWarningPercent: 80,
  jwtLifetime: 15 * day,
  inviteLifetime: 7 * day,
  provisioningInviteLifetime: 7 * day,
  provisioningInviteReissues: 3,
  purchaseLifetime: day,
  quoteLifetime: hour,
  softBounceSuppression: 7 * day,
  bulkEmails: 10_000,
  eventDataBytes: 32 * 1024,
  providerDiagnosticLength: 500,
} as const
