import type { RunCounts, RunKind } from "../world/scheduler.ts"

/** What a timer does, as a noun and what happens to it. */
const words: Readonly<Record<RunKind, readonly [noun: string, participle: string]>> = {
  "affiliate.link": ["affiliate", "linked"],
  "campaign.complete": ["campaign part", "sent"],
  "campaign.start": ["campaign", "started"],
  "checkout.expire": ["checkout", "expired"],
  "import.read": ["import", "read"],
  "invite.expire": ["invitation", "expired"],
  "launch.expire": ["launch", "expired"],
  "message.deliver": ["message", "at its recipient"],
  "message.dispatch": ["message", "sent"],
  "provisioning.expire": ["owner's invitation", "expired"],
  "provisioning.notice": ["expiry notice", "sent"],
  "provisioning.remind": ["payment reminder", "sent"],
  "purchase.expire": ["purchase", "expired"],
  "suppression.expire": ["suppression", "ended"],
  "validation.run": ["validation step", "run"],
  "webhook.attempt": ["webhook", "sent"],
  "webhook.retry": ["webhook", "sent again"],
}

/** What ran, in words: `2 messages sent, 1 webhook sent again`. */
export const runText = (ran: RunCounts): string =>
  [...ran]
    .map(([kind, count]) => {
      const [noun, participle] = words[kind]
      return `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`} ${participle}`
    })
    .join(", ")
