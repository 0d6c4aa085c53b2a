import { linkAffiliate } from "../domain/affiliate.ts"
import { sendCampaignPart } from "../domain/campaign-sending.ts"
import { startCampaign } from "../domain/campaigns.ts"
import { expirePurchase } from "../domain/funding-purchases.ts"
import { readImport } from "../domain/imports/import-task.ts"
import { expireInvite } from "../domain/invites.ts"
import {
  expireOwnerInvitation,
  remindOfPayment,
  sendExpiryNotice,
} from "../domain/managed-accounts/provisioning-mail.ts"
import { deliverMessage, dispatchMessage } from "../domain/messages/send.ts"
import { expireLaunch } from "../domain/oauth.ts"
import { expireCheckout } from "../domain/subscription.ts"
import { expireSuppression } from "../domain/suppressions.ts"
import { runValidation } from "../domain/validations/validation-task.ts"
import { attemptDelivery } from "../webhooks/send.ts"
import type { Tasks } from "../world/tasks.ts"

export const tasks: Tasks = {
  "affiliate.link": linkAffiliate,
  "campaign.complete": sendCampaignPart,
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
