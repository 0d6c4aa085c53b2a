import { apiGroup } from "../../../cli/commands/api.spec.ts"
import { approvalsGroup } from "../../../cli/commands/approvals.spec.ts"
import { authGroup } from "../../../cli/commands/auth.spec.ts"
import { campaignsGroup } from "../../../cli/commands/campaigns.spec.ts"
import { completionGroup } from "../../../cli/commands/completion.spec.ts"
import { conformanceGroup } from "../../../cli/commands/conformance.spec.ts"
import { contactsGroup } from "../../../cli/commands/contacts.spec.ts"
import { doctorGroup } from "../../../cli/commands/doctor.spec.ts"
import { listsGroup } from "../../../cli/commands/lists.spec.ts"
import { loginGroup } from "../../../cli/commands/login.spec.ts"
import { logoutGroup } from "../../../cli/commands/logout.spec.ts"
import { mcpGroup } from "../../../cli/commands/mcp.spec.ts"
import { messagesGroup } from "../../../cli/commands/messages.spec.ts"
import { openGroup } from "../../../cli/commands/open.spec.ts"
import { outboxGroup } from "../../../cli/commands/outbox.spec.ts"
import { profilesGroup } from "../../../cli/commands/profiles.spec.ts"
import { schemaGroup } from "../../../cli/commands/schema.spec.ts"
import { sendingGroup } from "../../../cli/commands/sending.spec.ts"
import { simulateGroup } from "../../../cli/commands/simulate.spec.ts"
import { templatesGroup } from "../../../cli/commands/templates.spec.ts"
import { webhooksGroup } from "../../../cli/commands/webhooks.spec.ts"
import { whoamiGroup } from "../../../cli/commands/whoami.spec.ts"
import type { CommandGroup } from "../../../cli/line/command/spec.ts"
import { mockGroup } from "./control-commands.ts"

/**
 * Commands that are not one endpoint of the contract, as data. `npm run generate` merges them with the contract's
 * commands into the tables, help and completion; `cli/start/runners.ts` says what they do. A group that the contract also has
 * (`webhooks`) gets these after its own; groups are shown in this order, before the contract's.
 */
export const toolGroups: readonly CommandGroup[] = [
  mockGroup,
  simulateGroup,
  loginGroup,
  logoutGroup,
  whoamiGroup,
  profilesGroup,
  doctorGroup,
  conformanceGroup,
  outboxGroup,
  sendingGroup,
  approvalsGroup,
  openGroup,
  apiGroup,
  schemaGroup,
  mcpGroup,
  completionGroup,
  authGroup,
  webhooksGroup,
  messagesGroup,
  templatesGroup,
  contactsGroup,
  listsGroup,
  campaignsGroup,
]
