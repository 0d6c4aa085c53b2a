import { linkAffiliate } from "../resources/affiliate/affiliate.ts"
import { startCampaign } from "../resources/campaigns/campaigns.ts"
import { sendCampaignPart } from "../resources/campaigns/sending.ts"
import { expirePurchase } from "../resources/funding-purchases/funding-purchases.ts"
import { readImport } from "../resources/imports/import-task.ts"
import { expireInvite } from "../resources/invites/invites.ts"
import {
  expireOwnerInvitation,
  remindOfPayment,
  sendExpiryNotice,
} from "../resources/managed-accounts/provisioning-mail.ts"
import { deliverMessage, dispatchMessage } from "../resources/messages/send.ts"
import { expireLaunch } from "../resources/oauth/oauth.ts"
import { expireCheckout } from "../resources/subscription/subscription.ts"
import { expireSuppression } from "../resources/suppressions/suppressions.ts"
import { runValidation } from "../resources/validations/validation-task.ts"
import { attemptDelivery } from "../resources/webhooks/send.ts"
import type { Tasks } from "../world/world.ts"

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
