import { eventText } from "../resources/webhooks/events-table.ts"
import type { TaskKind } from "../world/task-kinds.ts"
import type { World } from "../world/world.ts"

const message = ({ tables }: World, id: number) => {
  const row = tables.messages.get(id)
  return row && `${row.channel === "sms" ? "SMS" : (row.subject ?? "e-mail")} to ${row.to}`
}
const campaign = ({ tables }: World, id: number) => tables.campaigns.get(id)?.name
const managedAccount = ({ tables }: World, id: number) => {
  const row = tables.managedAccounts.get(id)
  return row && `${row.managed_account.name}, for ${row.owner.email}`
}

const subjects: Readonly<Record<TaskKind, (world: World, id: number) => string | undefined>> = {
  "affiliate.link": ({ tables }, id) => tables.accounts.get(id)?.name,
  "campaign.complete": campaign,
  "campaign.start": campaign,
  "checkout.expire": ({ tables }, id) => tables.planCheckouts.get(id) && `plan checkout ${id}`,
  "import.read": ({ tables }, id) => tables.imports.get(id) && `import ${id}`,
  "purchase.expire": ({ tables }, id) => tables.fundingPurchases.get(id) && `funding purchase ${id}`,
  "validation.run": ({ tables }, id) => tables.validations.get(id) && `validation ${id}`,
  "invite.expire": ({ tables }, id) => tables.invites.get(id)?.email,
  "launch.expire": ({ tables }, id) => tables.launches.get(id) && `launch ${id}`,
  "message.dispatch": message,
  "message.deliver": message,
  "provisioning.expire": managedAccount,
  "provisioning.notice": managedAccount,
  "provisioning.remind": managedAccount,
  "suppression.expire": ({ tables }, id) => tables.suppressions.get(id)?.email,
  "webhook.attempt": ({ tables }, id) => {
    const delivery = tables.webhookDeliveries.get(id)
    const event = delivery && tables.webhookEvents.get(delivery.event)
    const webhook = delivery && tables.webhooks.get(delivery.webhook_id)
    return event && webhook && `${eventText(event)} to ${webhook.url}`
  },
}

/** Describes a timer's subject, such as `email.sent of message 4 to https://shop.test/hooks`; undefined if it no longer exists. */
export const aboutTimer = (world: World, kind: TaskKind, subject: number): string | undefined =>
  subjects[kind](world, subject)
