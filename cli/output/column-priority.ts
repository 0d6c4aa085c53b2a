/** Fields by importance, the most important first. Columns that do not fit a narrow terminal are dropped from the end. */
const order: readonly RegExp[] = [
  /^(id|operation_id|purchase_id|name|check)$/,
  /(^|[._])(status|state|result|verdict)$/,
  /(^|\.)(name|email|url|to|path|event_type|event|kind|detail)$/,
  /^(subject|role|reason|method|type|enabled|active|due_at|error|fix)$/,
]

/** The lower, the more important. Fields that no pattern matches follow in the order in which they come. */
export function columnPriority(field: string, place: number): number {
  const priority = order.findIndex((one) => one.test(field))
  if (priority >= 0) return priority + place / 1_000
  // Least important: timestamps, because lists are sorted by them, and long ids that no command takes.
  return order.length + place + (/(created|updated)_at$|^(uuid|provider_id)$/.test(field) ? 100 : 0)
}
