import { OnDemand } from "../support/on-demand.ts"

/** Linters, generators and proxies that others wrote. */
export const externalChecks = new OnDemand("external-checks")
