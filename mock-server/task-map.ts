import { linkAffiliate } from "./handlers/affiliate.ts"
import { completeCampaign, startCampaign } from "./handlers/campaigns.ts"
import { expirePurchase } from "./handlers/funding-purchases.ts"
import { expireInvite } from "./handlers/invites.ts"
import { expireCheckout } from "./handlers/subscription.ts"
import { expireSuppression } from "./handlers/suppressions.ts"
import { readImport } from "./imports/import-task.ts"
import { expireOwnerInvitation, remindOfPayment, sendExpiryNotice } from "./managed-accounts/provisioning-mail.ts"
import { deliverMessage, dispatchMessage } from "./messages/life.ts"
import { expireLaunch } from "./popup-pages.ts"
import type { Tasks } from "./tasks.ts"
import { runValidation } from "./validations/validation-task.ts"
import { attemptDelivery } from "./webhooks/send.ts"

/** What each kind of timer does. */
export const tasks: Tasks = {
  "affiliate.link": linkAffiliate,
  "campaign.complete": completeCampaign,
  "campaign.start": startCampaign,
  "checkout.expire": expireCheckout,
  "import.read": readImport,
  "purchase.expire": expirePurchase,
  "validation.run": runValidation,
  "invite.expire": expireInvite,
  "launch.expire": expireLaunch,
  "message.dispatch": dispatchMessage,
  "message.deliver": deliverMessage,
  "provisioning.expire": expireOwnerInvitation,
  "provisioning.notice": sendExpiryNotice,
  "provisioning.remind": remindOfPayment,
  "suppression.expire": expireSuppression,
  "webhook.attempt": attemptDelivery,
}
