/** Off Node there is only one kind of server, so there is one advice. */
export const usualAdvice = "hand it over unread"

export function adviceFor(_request: object) {}
