const temporaryStatuses = /^(408|429|50[0234])$/

/** True when the same request can succeed after a pause; the body takes precedence over the status. Spec: Retries. */
export function isTemporary(status: number, retryable: boolean | undefined): boolean {
  return retryable ?? temporaryStatuses.test(String(status))
}
