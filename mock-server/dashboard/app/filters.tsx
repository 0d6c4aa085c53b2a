import { search } from "./route.ts"

interface SearchProps {
  readonly label: string
  readonly text: string
}

/** The field that a list is searched by; what stands in it is part of the address. */
export const SearchField = ({ label, text }: SearchProps) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    value={text}
    onInput={({ currentTarget }) => search({ q: currentTarget.value || undefined, before: undefined })}
  />
)

interface ChoiceProps {
  readonly label: string
  /** The part of the address that it stands in. */
  readonly name: string
  readonly chosen: string
  /** What can be chosen, with how many there are of each. */
  readonly choices: readonly (readonly [value: string, count: number])[]
}

/** One of a few words, each with how many rows it leaves. */
export const Choice = ({ label, name, chosen, choices }: ChoiceProps) => (
  <select
    aria-label={label}
    value={chosen}
    onChange={({ currentTarget }) => search({ [name]: currentTarget.value || undefined })}
  >
    <option value="">{label}</option>
    {choices.map(([value, count]) => (
      <option key={value} value={value}>
        {`${value} (${count.toLocaleString("en")})`}
      </option>
    ))}
  </select>
)

/** "12 of 10,345 messages" */
export const Total = (props: {
  readonly shown: number
  readonly total: number
  readonly what: string
  /** More than one of them; with an s when left out. */
  readonly many?: string
}) => (
  <small class="total" role="status">
    {props.shown === props.total ? "" : `${props.shown.toLocaleString("en")} of `}
    {props.total.toLocaleString("en")} {props.total === 1 ? props.what : (props.many ?? `${props.what}s`)}
  </small>
)
