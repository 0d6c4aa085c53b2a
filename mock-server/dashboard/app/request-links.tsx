import { href } from "./route.ts"

/** The requests that something came with; those after the first repeated its idempotency key. */
export const requestLinks = ([first, ...others]: readonly number[]) =>
  first !== undefined && (
    <>
      <a href={href("requests", first)}>request {first}</a>
      {others.length > 0 && ", repeated by "}
      {others.map((id, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <a href={href("requests", id)}>request {id}</a>
        </span>
      ))}
    </>
  )
