import type { Check } from "../check.ts"
import { access } from "./access.ts"
import { changes } from "./changes.ts"
import { pages } from "./pages.ts"
import { records } from "./records.ts"
import { refusals } from "./refusals.ts"
import { responseChecks } from "./responses.ts"
import { webhooks } from "./webhooks.ts"

/** All checks; reads first. */
export const checks: readonly Check[] = [
  ...[...responseChecks, ...access, ...pages, ...records],
  ...[...refusals, ...changes, ...webhooks],
]
