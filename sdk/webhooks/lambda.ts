/** The part of an AWS Lambda event that the handler uses: API Gateway (payload 1.0 or 2.0), function URL or load balancer. */
export interface LambdaWebhookEvent {
  /** The request method, in payload 1.0 and from a load balancer. */
  readonly httpMethod?: string | undefined
  /** Has `http.method` in payload 2.0 and from a function URL; nothing else in it is read. */
  readonly requestContext?:
    | {
        /** The request, in payload 2.0. */
        readonly http?:
          | {
              /** The method of the request. */
              readonly method: string
            }
          | undefined
      }
    | object
    | undefined
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined
  /** Headers with several values, by name. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined
  /** The body: text, or Base64. */
  readonly body?: string | null | undefined
  /** True if the body is Base64. */
  readonly isBase64Encoded?: boolean | undefined
}
export interface LambdaWebhookResponse {
  /** The response status. */
  statusCode: number
  /** Headers by name. */
  headers: Record<string, string>
  /** Headers with several values, for load balancers with that setting: they read only these. */
  multiValueHeaders?: Record<string, string[]>
  /** The body, as text. */
  body: string
  /** False: the body is text. */
  isBase64Encoded: boolean
}

/** The request method, wherever this kind of event has it. */
export function lambdaMethod({
  httpMethod,
  requestContext,
}: Pick<LambdaWebhookEvent, "httpMethod" | "requestContext">): string | undefined {
  const { http }: { readonly http?: { readonly method: string } | undefined } = requestContext ?? {}
  return httpMethod ?? http?.method
}

/** A response, also with lists of header values for a load balancer that reads only these. */
export function lambdaReply(
  {
    status,
    headers,
    text,
  }: { readonly status: number; readonly headers: Record<string, string>; readonly text: string },
  hasOnlySeveral: boolean,
): Omit<LambdaWebhookResponse, "isBase64Encoded"> {
  const several = Object.entries(headers).map(([name, value]) => [name, [value]])
  return {
    statusCode: status,
    headers: { ...headers },
    ...(hasOnlySeveral && { multiValueHeaders: Object.fromEntries(several) }),
    body: text,
  }
}
