import { href } from "./route.ts"

/** The requests that made something; those after the first repeated its idempotency key. */
export function MadeBy({ requests }: { readonly requests: readonly number[] }) {
  const [first, ...others] = requests
  if (first === undefined) return null
  return (
    <>
      <dt>Made by</dt>
      <dd>
        <a href={href("requests", first)}>request {first}</a>
        {others.length > 0 && ", repeated by "}
        {others.map((id, place) => (
          <span key={id}>
            {place > 0 && ", "}
            <a href={href("requests", id)}>request {id}</a>
          </span>
        ))}
      </dd>
    </>
  )
}
