import fc from "fast-check"
import { controls } from "../../mock-server/control/controls.ts"
import type { EndpointSpec } from "../../sdk/contract/core/endpoint.ts"
import { madeBody } from "../support/made-json.ts"
import { endpoints } from "../support/samples.ts"
import { encoder, jsonBody } from "../support/wild-json.ts"
import { methods, multipartBody, wildHeaders, wildPath, wildQuery } from "./wild-http.ts"

/** Any request, valid or not, as raw parts. */
export interface WildRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const asJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value) ?? "")

/** Merges the JSON texts of two objects: common keys appear twice. */
function doubled(one: unknown, other: unknown): Uint8Array {
  const [first, second] = [JSON.stringify(one) ?? "", JSON.stringify(other) ?? ""]
  const areObjects = first.length > 2 && second.length > 2 && first.startsWith("{") && second.startsWith("{")
  return encoder.encode(areObjects ? `${first.slice(0, -1)},${second.slice(1)}` : first)
}

function wildCall(spec: EndpointSpec): fc.Arbitrary<WildRequest> {
  const multipart = spec.upload === "multipart"
  const body = multipart
    ? multipartBody
    : spec.body === undefined
      ? fc.constant(new Uint8Array())
      : fc.oneof(
          { weight: 3, arbitrary: jsonBody(spec.example?.body ?? {}) },
          { weight: 2, arbitrary: madeBody(spec).map(asJson) },
          { weight: 1, arbitrary: fc.tuple(madeBody(spec), madeBody(spec)).map(([one, other]) => doubled(one, other)) },
        )
  const type = multipart ? "multipart/form-data; boundary=b" : "application/json"
  const key = spec.idempotency === undefined ? {} : { "idempotency-key": "k0" }
  return fc
    .record({ method: methods, path: wildPath(spec.path), query: wildQuery, headers: wildHeaders, body })
    .map(({ method, path, query, headers, body }) => ({
      method: method || spec.method,
      url: path + query,
      headers: { "content-type": type, ...key, ...headers },
      body,
    }))
}

/** Valid bodies of control calls, to be mutated. */
const controlBodies: Readonly<Record<string, unknown>> = {
  "/clock": { mode: "frozen", now: "2026-03-02T00:00:00Z" },
  "/clock/advance": { by: "1h" },
  "/worlds": { seed: 2, clock: "frozen" },
  "/messages/{id}/events": { type: "bounced", bounce: { type: "hard", subtype: "general" } },
  "/inbound": {
    from: "ada@example.test",
    to: "inbox@acme.test",
    subject: "Hello",
    text: "Hello",
    attachments: [{ filename: "a.txt", content_type: "text/plain", content_base64: "QQ==", scanned: true }],
  },
  "/credentials": { kind: "jwt", user_id: 1 },
  "/contacts": { count: 3, prefix: "fuzz" },
  "/faults": { path: "/v1/my/nothing", status: 503, times: 1 },
  "/faults/profile": { name: "calm", seed: 1 },
  "/outcomes": { to: "*@example.test", outcome: "complained", after: "1h", bot: true },
  "/checkpoints": { name: "here" },
  "/webhooks/{id}/rotate": { grace: "1h" },
}

/** Valid but large counts, which only take long. */
const tooMuch = /"count":\s*-?\d{4,}/

const wildControl = fc.constantFrom(...controls).chain(({ spec }) =>
  fc
    .record({
      method: methods,
      path: wildPath(spec.path),
      query: wildQuery,
      headers: wildHeaders,
      body: spec.body === undefined ? fc.constant(new Uint8Array()) : jsonBody(controlBodies[spec.path] ?? {}),
    })
    .map(({ method, path, query, headers, body }) => ({
      method: method || spec.method,
      url: `/_mock${path}${query}`,
      headers: { "content-type": "application/json", ...headers },
      body: tooMuch.test(new TextDecoder().decode(body)) ? new Uint8Array() : body,
    })),
)

const wildUrls = fc.constantFrom(
  "",
  "*",
  "/",
  "//",
  "/v1",
  "/@",
  "/@/",
  "/@w1/v1/my/account",
  "/@nothing/v1/my/account",
  "/_mock",
  "/_mock/",
  "/_mockery",
  "http://evil.test/v1/my/account",
  "/v1/my/../my/account",
  "/v1/my/%61ccount",
  "/oauth/launch/x",
  "/auth/github",
  "/auth/%",
  "/openapi.yaml",
  "/v1/my/account?%",
  "/\u0000",
)

const toEndpoint = fc.constantFrom(...endpoints).chain(({ spec }) => wildCall(spec))

/** Any request: to an endpoint, the control API or an unknown path. */
export const wildRequest: fc.Arbitrary<WildRequest> = fc.oneof(
  { weight: 8, arbitrary: toEndpoint },
  { weight: 3, arbitrary: wildControl },
  {
    weight: 1,
    arbitrary: fc
      .record({ method: methods, url: wildUrls, headers: wildHeaders, body: jsonBody({}) })
      .map((request) => ({
        ...request,
        method: request.method || "GET",
      })),
  },
)

const control = (path: string, body: object): WildRequest => ({
  method: "POST",
  url: `/_mock${path}`,
  headers: { "content-type": "application/json" },
  body: asJson(body),
})

/** Requests to endpoints, while time passes and purchases are paid. The world's invariants hold after any of them. */
export const lawfulRequest: fc.Arbitrary<WildRequest> = fc.oneof(
  { weight: 12, arbitrary: toEndpoint },
  { weight: 1, arbitrary: fc.constantFrom("1s", "5m", "3h", "2d").map((by) => control("/clock/advance", { by })) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2).map((id) => control(`/purchases/${id}/pay`, {})) },
)
