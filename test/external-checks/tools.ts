import { OnDemand } from "../support/on-demand.ts"

/** Third-party linters, generators and proxies. */
export const externalChecks = new OnDemand("external-checks")
