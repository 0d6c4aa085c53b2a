import type { DeliveryFaultRule, FaultRule, RequestFaultRule } from "./fault-rules.ts"

export const profileNames = ["calm", "production", "storm"] as const
/** @internal */
export type ProfileName = (typeof profileNames)[number]

/** The probability of faults outside the server at each step of a simulated process, 0 to 1. */
export interface StepFaults {
  /** It crashes, and restarts with its persistent state. */
  readonly crash: number
  /** Its API key is revoked and replaced. */
  readonly revoke: number
  /** The clock jumps ahead by a second to half an hour, as after a suspend of the machine. */
  readonly jump: number
}

/** @internal */
export const stepFaults: Readonly<Record<ProfileName, StepFaults>> = {
  calm: { crash: 0, revoke: 0, jump: 0 },
  production: { crash: 0.001, revoke: 0.0005, jump: 0.0001 },
  storm: { crash: 0.02, revoke: 0.01, jump: 0.002 },
}

type OfRequests = Partial<Omit<RequestFaultRule, "on">>
type OfDeliveries = Partial<Omit<DeliveryFaultRule, "on">>

/** The faults of a profile, in order: the first that happens is applied. */
interface Profile {
  readonly requests: readonly (OfRequests & { readonly probability: number })[]
  readonly deliveries: readonly (OfDeliveries & { readonly probability: number })[]
}

const second = 1_000
const minute = 60 * second
const badGateway = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"

const profiles: Readonly<Record<ProfileName, Profile>> = {
  calm: { requests: [], deliveries: [] },
  production: {
    requests: [
      { probability: 0.003, status: 503, retry_after: 1 },
      { probability: 0.003, status: 429, retry_after: 1 },
      { probability: 0.001, status: 502, body: badGateway },
      { probability: 0.001, drop: "before" },
      { probability: 0.001, drop: "after" },
      { probability: 0.02, latency_ms: 200 },
    ],
    deliveries: [
      { probability: 0.005, drop: "after" },
      { probability: 0.01, duplicate: 1 },
      { probability: 0.01, reorder: true },
      { probability: 0.02, delay_ms: 30 * second },
    ],
  },
  storm: {
    requests: [
      { probability: 0.08, status: 503, retry_after: 1 },
      { probability: 0.08, status: 429, retry_after: 1 },
      { probability: 0.04, status: 502, body: badGateway },
      { probability: 0.05, drop: "before" },
      { probability: 0.05, drop: "after" },
      { probability: 0.04, cut_at: 40 },
      { probability: 0.1, latency_ms: 300 },
    ],
    deliveries: [
      { probability: 0.1, drop: "before" },
      { probability: 0.1, drop: "after" },
      { probability: 0.1, duplicate: 2 },
      { probability: 0.1, reorder: true },
      { probability: 0.1, delay_ms: 10 * minute },
      { probability: 0.03, signature: "wrong" },
      { probability: 0.03, signature: "old" },
    ],
  },
}

/** A fault for every request, without an effect. @internal */
export const anyRequest: RequestFaultRule = {
  on: "request",
  method: null,
  path: null,
  status: null,
  error_code: null,
  retry_after: null,
  latency_ms: null,
  drop: null,
  times: null,
  probability: 1,
}

/** A fault for every webhook attempt, without an effect. @internal */
export const anyDelivery: DeliveryFaultRule = {
  on: "delivery",
  webhook_id: null,
  event_type: null,
  times: null,
  probability: 1,
}

/** @internal */
export const profileRules = (profile: ProfileName): FaultRule[] => [
  ...profiles[profile].requests.map((rule) => ({ ...anyRequest, ...rule, profile })),
  ...profiles[profile].deliveries.map((rule) => ({ ...anyDelivery, ...rule, profile })),
]
