import type { CommandGroup } from "../../line/command/spec.ts"
import { apiGroup } from "./api.ts"
import { campaignsGroup } from "./campaigns.ts"
import { contactsGroup } from "./contacts.ts"
import { listsGroup } from "./lists.ts"
import { messagesGroup } from "./messages.ts"
import { mockGroup } from "./mock.ts"
import {
  completionGroup,
  conformanceGroup,
  doctorGroup,
  mcpGroup,
  openGroup,
  schemaGroup,
  simulateGroup,
} from "./one-word.ts"
import { outboxGroup } from "./outbox.ts"
import { authGroup, sessionGroups } from "./session.ts"
import { templatesGroup } from "./templates.ts"
import { webhookGroup } from "./webhooks.ts"

/**
 * Commands that are not one endpoint of the contract, as data. `npm run generate` merges them with the contract's
 * commands into the tables, help and completion; `cli/start/runners.ts` says what they do. A group that the contract also has
 * (`webhooks`) gets these after its own; groups are shown in this order, before the contract's.
 */
export const toolGroups: readonly CommandGroup[] = [
  mockGroup,
  simulateGroup,
  ...sessionGroups,
  doctorGroup,
  conformanceGroup,
  outboxGroup,
  openGroup,
  apiGroup,
  schemaGroup,
  mcpGroup,
  completionGroup,
  authGroup,
  webhookGroup,
  messagesGroup,
  templatesGroup,
  contactsGroup,
  listsGroup,
  campaignsGroup,
]
