import { readImport } from "../domain/imports/import-task.ts"
import {
  expireOwnerInvitation,
  remindOfPayment,
  sendExpiryNotice,
} from "../domain/managed-accounts/provisioning-mail.ts"
import { deliverMessage, dispatchMessage } from "../domain/messages/life.ts"
import { runValidation } from "../domain/validations/validation-task.ts"
import { linkAffiliate } from "../handlers/affiliate.ts"
import { completeCampaign, startCampaign } from "../handlers/campaigns.ts"
import { expirePurchase } from "../handlers/funding-purchases.ts"
import { expireInvite } from "../handlers/invites.ts"
import { expireCheckout } from "../handlers/subscription.ts"
import { expireSuppression } from "../handlers/suppressions.ts"
import { attemptDelivery } from "../webhooks/send.ts"
import type { Tasks } from "../world/tasks.ts"
import { expireLaunch } from "./popup-pages.ts"

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
