import * as z from "zod"
import { Id } from "../../../sdk/contract/core/shared.ts"
import { Collection } from "../collection.ts"

/** What plans count. */
export type MeteredResource = "email" | "sms" | "ai"

/** What an account has used; its id is the account's. */
export interface UsageRow {
  readonly id: number
  /** The calendar month that `month` counts, for example `2026-03`. */
  readonly period: string
  readonly month: Readonly<Record<MeteredResource, number>>
  /** Since the account began. */
  readonly lifetime: Readonly<Record<MeteredResource, number>>
}

const Metered = z.object({ email: z.number(), sms: z.number(), ai: z.number() })
const usageSchema = z.object({ id: Id, period: z.string(), month: Metered, lifetime: Metered })

export const usageTable = () => new Collection<UsageRow>({ row: usageSchema })
