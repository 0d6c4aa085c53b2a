import type { LightAttempt } from "./light-delivery.ts"

/** Explains the outcome of an attempt and what to do. */
export function whyAttempt({ response_status: status, error, injected }: LightAttempt): string {
  if (status !== null && status >= 200 && status < 300) {
    return `The receiver responded with ${status}: any 2xx is a success.`
  }
  if (injected?.drop !== undefined) return "A fault cut the connection: your receiver did nothing wrong."
  if (status === null) return noResponse(error ?? "")
  if (status < 400) return `The receiver responded with ${status}. Redirects are not followed: use the final URL.`
  if (status === 400 || status === 401 || status === 403) {
    return `The receiver responded with ${status}. The usual cause is the signature: start the receiver with this endpoint's secret, and verify the raw body.`
  }
  if (status === 404 || status === 405)
    return `The receiver responded with ${status}: nothing handles POST at this URL.`
  if (status === 410) return "The receiver responded with 410, gone. It is retried all the same."
  if (status < 500) return `The receiver responded with ${status}: only a 2xx is a success.`
  return `The receiver failed with ${status}. Its response is below. Fix the receiver, then retry or resend.`
}

function noResponse(error: string): string {
  const sentence = `${error.charAt(0).toUpperCase()}${error.slice(1) || "No response"}.`
  if (/refused/i.test(error)) return `${sentence} Nothing listens there: start the receiver, then retry or resend.`
  if (/time|10 s|abort/i.test(error)) return `${sentence} A receiver has 10 s: respond first, then do the work.`
  return sentence
}
