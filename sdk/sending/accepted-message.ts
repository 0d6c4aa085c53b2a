/** True for a response that names the accepted message: a proxy can also respond with 200. */
export const isAcceptedMessage = (response: unknown): boolean => Number.isSafeInteger(Object(response).id)

export const noMessageId = "The response has no message id"
