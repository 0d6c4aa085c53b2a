import * as z from "zod"
import { publicKey } from "./core/credentials.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id } from "./core/shared.ts"

/** What a visitor enters in a website form. */
export const FormSubmission = z.strictObject({
  /** The visitor's address. */
  email: Email,
  /** The list that the visitor joins. */
  list_id: Id,
  /** The visitor's first name. */
  first_name: z.string().optional(),
  /** The visitor's last name. */
  last_name: z.string().optional(),
})
export interface FormSubmission extends models.FormSubmission {}

/** The response to a form: the same whether or not the address was known. */
export const FormReceipt = z.looseObject({
  /** Always true, whether or not the address was known. */
  ok: z.literal(true),
})
export interface FormReceipt extends models.FormReceipt {}

/** Website forms, with the brand's public key. */
export const publicForms = {
  submit: defineEndpoint({
    method: "POST",
    path: "/v1/public/contacts",
    summary: "Submit a website form",
    section: "Authentication",
    auth: publicKey,
    recipients: { indirect: "a flow may start at the form and write to the visitor" },
    feeds: "contact",
    body: FormSubmission,
    response: FormReceipt,
    status: 201,
    errors: [404],
    example: { body: { email: "visitor@example.test", list_id: 1, first_name: "Vera" } },
  }),
} as const
