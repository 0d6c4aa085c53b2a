import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { limits } from "./core/limits.ts"
import type * as models from "./core/models.gen.ts"
import { Email, givenList, Id, IdParams, Line, openEnum, recordTimes, TextPart } from "./core/shared.ts"

/** The parts of a template. */
const content = {
  /** In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending. */
  subject: Line.nullish(),
  /** The HTML part, in Liquid. */
  html: TextPart.nullish(),
  /** The plain text part, in Liquid. */
  body: TextPart.nullish(),
  /** The line that mail programs show beside the subject. */
  preheader: Line.nullish(),
  /** The name that recipients see. */
  from_name: Line.nullish(),
  /** The address that it comes from. */
  from_email: Email.nullish(),
  /** Where replies go. */
  reply_to: Email.nullish(),
}

/** A message to fill in, in Liquid. Spec: Contacts, lists and other groups. */
export const Template = z.looseObject({
  /** The template's id. */
  id: Id,
  /** The brand that it belongs to. */
  brand_id: Id,
  /** What the template is called; recipients do not see it. */
  name: z.string(),
  ...content,
  /** Grows by one with every change. */
  version: z.int(),
  /** The names that it fills in, for example `data.order`. */
  variables: z.array(z.string()),
  ...recordTimes,
})
export interface Template extends models.Template {}

/** A template to add. */
export const TemplateCreate = z.strictObject({
  /** What the template is called. */
  name: z.string().min(1),
  ...content,
})
export interface TemplateCreate extends models.TemplateCreate {}

/** The changes to a template; what is left out stays, null clears. */
export const TemplateUpdate = z.strictObject({
  /** What the template is called. */
  name: z.string().min(1).optional(),
  ...content,
  /** The version that the change starts from; 409 when the template has moved on. */
  if_version: z.int().optional(),
})
export interface TemplateUpdate extends models.TemplateUpdate {}

/** Whom to send a test to. */
export const TestTemplate = z.strictObject({
  /** One address or several. */
  email: z.union([Email, givenList(z.array(Email).min(1))]),
})
export interface TestTemplate extends models.TestTemplate {}

/** What became of a test to one address. */
export const TemplateTestSend = z.looseObject({
  /** The address. */
  email: Email,
  /** Whether it was sent. */
  success: z.boolean(),
  /** The status of its message. */
  status: openEnum(["queued", "sent", "failed"]),
  /** Why it was not sent; null when it was. */
  error: z.string().nullish(),
  /** The message that was sent. */
  message_id: Id.nullish(),
})
export interface TemplateTestSend extends models.TemplateTestSend {}

/** What became of a test. */
export const TemplateTestResult = z.looseObject({
  /** How many were sent. */
  sent: z.int(),
  /** What became of each address. */
  results: z.array(TemplateTestSend),
})
export interface TemplateTestResult extends models.TemplateTestResult {}

const { read, write } = endpointsWith({ section: "Contacts, lists and other groups", auth: anyKey })

/** Messages to fill in. */
export const templates = {
  list: read({
    path: "/v1/my/templates",
    summary: "List the brand's templates",
    paginated: { size: limits.pageSizeDefault },
    response: Template,
  }),
  create: write({
    method: "POST",
    path: "/v1/my/templates",
    summary: "Add a template",
    recipients: "nobody",
    body: TemplateCreate,
    response: Template,
    status: 201,
    example: {
      body: {
        name: "Receipt",
        subject: "Receipt {{ data.order }}",
        html: "<p>Thank you, {{ contact.first_name }}.</p>",
      },
    },
  }),
  get: read({
    path: "/v1/my/templates/{id}",
    summary: "Get a template",
    params: IdParams,
    response: Template,
    example: { params: { id: 1 } },
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/templates/{id}",
    summary: "Change a template",
    recipients: "nobody",
    feeds: "template",
    params: IdParams,
    body: TemplateUpdate,
    response: Template,
    errors: [409],
    example: { params: { id: 1 }, body: { subject: "Welcome, {{ contact.first_name }}" } },
  }),
  sendTest: write({
    method: "POST",
    path: "/v1/my/templates/{id}/send_test",
    summary: "Send a test of a template to yourself",
    recipients: { field: "email", redirect: true },
    params: IdParams,
    body: TestTemplate,
    response: TemplateTestResult,
    example: { params: { id: 1 }, body: { email: "hello@acme.test" } },
  }),
} as const
