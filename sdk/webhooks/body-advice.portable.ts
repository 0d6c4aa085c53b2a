/** Off Node servers are of one style: there is no other advice. */
export const usualAdvice = "hand it over unread"

export function adviceFor(_request: object) {}
