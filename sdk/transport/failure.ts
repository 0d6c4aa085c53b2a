import { BodyText } from "./bytes.ts"
import { TransportError } from "./transport.ts"

/** System calls that come before the first byte of a request is sent. */
const earlyCalls = new Set(["connect", "getaddrinfo"])
/** Codes of failures while a connection is set up, from the name's lookup to the end of the TLS handshake. */
const earlyCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_TLS_HANDSHAKE_TIMEOUT|ERR_SSL_WRONG_VERSION_NUMBER)$/

interface SystemError {
  readonly code: string
  readonly syscall?: unknown
}

/** The system's error behind a failure, looked for in its causes. */
function systemError(error: unknown): SystemError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; depth += 1) {
    if ("code" in at && typeof at.code === "string" && at.code !== "")
      return { code: at.code, syscall: "syscall" in at ? at.syscall : undefined }
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}

/** A failure of the platform as one of ours; `neverSent` where the transport knows, else as far as the failure tells. */
export function transportError(error: unknown, neverSent?: boolean): TransportError {
  if (error instanceof TransportError) return error
  const { code, syscall } = systemError(error) ?? {}
  const isEarly = earlyCodes.test(code ?? "") || earlyCalls.has(String(syscall))
  const message = error instanceof Error && error.message !== "" ? error.message : (code ?? String(error))
  return new TransportError(message, neverSent ?? isEarly, code, { cause: error })
}

/** Does what only the network can make fail. Nothing else can be told of what it throws: `fetch` fails with a TypeError. */
export async function overNetwork<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw transportError(error)
  }
}

/** An answer with its body read, as text up to a limit. */
export async function readText<T extends object>(
  answer: T,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<T & { readonly text: string; readonly cut: boolean }> {
  const text = new BodyText(maxBytes)
  await overNetwork(async () => {
    for await (const chunk of stream) if (!text.add(chunk)) break
  })
  return { ...answer, text: text.toString(), cut: text.cut }
}
