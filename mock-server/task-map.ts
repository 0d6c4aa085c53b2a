import { linkAffiliate } from "./handlers/affiliate.ts"
import { expireInvite } from "./handlers/invites.ts"
import { readImport } from "./import-task.ts"
import { expireLaunch } from "./popup-pages.ts"
import { expireOwnerInvitation, remindOfPayment, sendExpiryNotice } from "./provisioning-mail.ts"
import type { Tasks } from "./tasks.ts"

/** What each kind of timer does. */
export const tasks: Tasks = {
  "affiliate.link": linkAffiliate,
  "import.read": readImport,
  "invite.expire": expireInvite,
  "launch.expire": expireLaunch,
  "provisioning.expire": expireOwnerInvitation,
  "provisioning.notice": sendExpiryNotice,
  "provisioning.remind": remindOfPayment,
}
