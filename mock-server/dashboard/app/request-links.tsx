import type { RequestCode } from "../../control/code/code.ts"
import { call } from "./api.ts"
import { Copy } from "./parts.tsx"
import { href } from "./route.ts"

/** Links to the requests that created an item; those after the first repeated its idempotency key. */
export const requestLinks = ([first, ...others]: readonly number[]) =>
  first !== undefined && (
    <>
      <a href={href("requests", first)}>request {first}</a>
      {others.length > 0 && ", repeated by "}
      {others.map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <a href={href("requests", id)}>request {id}</a>
        </span>
      ))}
    </>
  )

export const CopyTest = ({ request }: { readonly request: number }) => (
  <Copy
    label="Copy as a test"
    copiedLabel="Test copied"
    text={async () => (await call<RequestCode>("GET", `requests/${request}/code`)).test}
  />
)
