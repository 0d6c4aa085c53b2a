import type { World } from "../../world/world.ts"
import { Collection } from "../collection.ts"

/** Mail that the service itself has sent. */
export interface ServiceMail {
  readonly id: number
  readonly to: string
  /** What it is about, for example `invitation`. */
  readonly kind: string
  readonly subject: string
  readonly text: string
  /** What a program wants of it, for example an invitation's token. */
  readonly data: Readonly<Record<string, string | number | null>>
  readonly created_at: string
}

export const outboxTable = () => new Collection<ServiceMail>()

/** Puts a mail into the outbox: the service has no mail server of its own. */
export function sendServiceMail(world: World, mail: Omit<ServiceMail, "id" | "created_at">): ServiceMail {
  const { outbox } = world.tables
  return outbox.insert({ id: outbox.nextId(), ...mail, created_at: world.timestamp() })
}
