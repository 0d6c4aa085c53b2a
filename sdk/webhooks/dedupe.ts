/**
 * Remembers which webhooks were handled, by `webhook-id`. A `Set` is one; so is a table or a Redis key space behind two
 * functions. Keep ids for at least 35 hours: the last retry comes 34 h 36 min after the first attempt. Spec: Retries.
 */
export interface WebhookDedupe {
  /** Whether the webhook of this id was handled. A failure here is answered with 500, so that the service sends it again. */
  has(id: string): boolean | Promise<boolean>
  /** Called after `onEvent` succeeded, never before: what failed must be taken again when it is retried. */
  add(id: string): unknown
}

/**
 * The default store: the latest `max` ids (default 10,000), in this process only. Several processes, or one that restarts,
 * need a shared store.
 */
export function memoryDedupe({ max = 10_000 }: { max?: number } = {}): WebhookDedupe {
  const ids = new Set<string>()
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id)
      // A Set keeps the order of arrival: the first is the oldest.
      const [oldest = id] = ids
      if (!(ids.size <= max)) ids.delete(oldest)
    },
  }
}
