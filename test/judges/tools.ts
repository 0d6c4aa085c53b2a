import { OnDemand } from "../support/on-demand.ts"

/** Linters, generators and proxies that others wrote. */
export const judges = new OnDemand("judges")
