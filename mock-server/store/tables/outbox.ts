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

export const outboxTable = () => new Collection<ServiceMail>({ stamps: "created" })
