import type { RunCounts, RunKind } from "../world/task-kinds.ts"

/** What a timer does: to whom, what has happened once it ran, and what happens when it does. */
const words: Readonly<Record<RunKind, readonly [noun: string, participle: string, verb: string]>> = {
  "affiliate.link": ["affiliate", "linked", "is linked"],
  "campaign.complete": ["campaign part", "sent", "is sent"],
  "campaign.start": ["campaign", "started", "starts"],
  "checkout.expire": ["checkout", "expired", "expires"],
  "import.read": ["import", "read", "is read"],
  "invite.expire": ["invitation", "expired", "expires"],
  "launch.expire": ["launch", "expired", "expires"],
  "message.deliver": ["message", "at its recipient", "reaches its recipient"],
  "message.dispatch": ["message", "sent", "is sent"],
  "provisioning.expire": ["owner's invitation", "expired", "expires"],
  "provisioning.notice": ["expiry notice", "sent", "is sent"],
  "provisioning.remind": ["payment reminder", "sent", "is sent"],
  "purchase.expire": ["purchase", "expired", "expires"],
  "suppression.expire": ["suppression", "ended", "ends"],
  "validation.run": ["validation step", "run", "runs"],
  "webhook.attempt": ["webhook", "sent", "is sent"],
  "webhook.retry": ["webhook", "sent again", "is sent again"],
}

/** What ran, in words: `2 messages sent, 1 webhook sent again`. */
export const runText = (ran: RunCounts): string =>
  [...ran]
    .map(([kind, count]) => {
      const [noun, participle] = words[kind]
      return `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`} ${participle}`
    })
    .join(", ")

/** What a timer did, in words: `Invitation expired`. */
export function taskText(kind: RunKind): string {
  const [noun, participle] = words[kind]
  return `${capitalized(noun)} ${participle}`
}

const capitalized = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

/** What a timer will do, in words: `Invitation expires`. */
export function timerText(kind: RunKind): string {
  const [noun, , verb] = words[kind]
  return `${capitalized(noun)} ${verb}`
}
