import type { RequestCode } from "../../control/code/code.ts"
import { call } from "./api.ts"
import { Copy } from "./parts.tsx"

/** Copies a test of what a request led to. */
export const CopyTest = ({ request }: { readonly request: number }) => (
  <Copy
    label="Copy as a test"
    copiedLabel="Test copied"
    text={async () => (await call<RequestCode>("GET", `requests/${request}/code`)).test}
  />
)
