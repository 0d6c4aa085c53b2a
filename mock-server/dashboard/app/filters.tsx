import { search } from "./route.ts"
import { counted, countText } from "./words.ts"

/** The field that a list is searched by; what stands in it is part of the address. */
export const SearchField = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    value={text}
    onInput={({ currentTarget }) => search({ q: currentTarget.value, before: undefined })}
  />
)

interface TotalProps {
  readonly shown: number
  readonly total: number
  /** What one of them is called, and what several are. */
  readonly one: string
  readonly many: string
}

/** "12 of 10,345 messages" */
export const Total = ({ shown, total, one, many }: TotalProps) => (
  <small class="total" role="status">
    {shown === total ? "" : `${countText(shown)} of `}
    {counted(total, one, many)}
  </small>
)
