/** How much a field matters, the most first: what has no place in a narrow terminal goes from the end. */
const ranks: readonly RegExp[] = [
  /^(id|operation_id|purchase_id|name|check)$/,
  /(^|[._])(status|state|result|verdict)$/,
  /(^|\.)(name|email|url|to|path|event_type|event|kind|detail)$/,
  /^(subject|role|reason|method|type|enabled|active|due_at|error|fix)$/,
]

/** A field's rank, from 0; fields that no rank names come after those by their place. */
export function rankOf(field: string, place: number): number {
  const rank = ranks.findIndex((one) => one.test(field))
  if (rank >= 0) return rank + place / 1_000
  // When something was made says least: what is newest stands at the end of a list. So do long ids that no command takes.
  return ranks.length + place + (/(created|updated)_at$|^(uuid|provider_id)$/.test(field) ? 100 : 0)
}
