import type { MessageRow } from "../../base/models.gen.ts"
import type { MessageDetail } from "../../resources/messages/message-detail.ts"

/** What `messages.get` gives beside the row. Reading each takes a look at the whole mail, so a list has none of it. */
const onlyInDetail: Readonly<Record<Exclude<keyof MessageDetail, keyof MessageRow>, true>> = {
  brand_sid: true,
  codes: true,
  data: true,
  from: true,
  has_text_part: true,
  headers: true,
  html: true,
  idempotency_key: true,
  inbox: true,
  later: true,
  links: true,
  outcome_id: true,
  preheader: true,
  reply_to: true,
  request_ids: true,
  tags: true,
  template_id: true,
  text: true,
  timeline: true,
  untracked: true,
  variables: true,
  warnings: true,
}

/** A row that refuses to be asked for what only `messages.get` gives: `undefined` would make a check hold that looked at nothing. */
const listedMessage = <Row extends MessageRow>(row: Row): Row =>
  new Proxy(row, {
    get(target, name) {
      if (typeof name === "string" && Object.hasOwn(onlyInDetail, name) && !Object.hasOwn(target, name)) {
        throw new TypeError(`A message of a list has no ${name}: read it with messages.get(${target.id})`)
      }
      return Reflect.get(target, name)
    },
  })

/** The rows of a list; over HTTP it is a promise of them. @internal */
export function listedMessages<Rows extends readonly MessageRow[]>(rows: Rows): Rows
export function listedMessages(rows: readonly MessageRow[] | Promise<readonly MessageRow[]>): unknown {
  return rows instanceof Promise ? rows.then((list) => list.map(listedMessage)) : rows.map(listedMessage)
}
