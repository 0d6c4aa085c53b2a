import { type ComponentChildren, cloneElement, type VNode } from "preact"
import { useId } from "preact/hooks"

interface Labelled {
  readonly label: ComponentChildren
  readonly error?: string | undefined
  /** True for a field that takes a whole line. */
  readonly wide?: boolean
}

export function Field({ label, error, wide = false, children }: Labelled & { readonly children: VNode }) {
  const id = useId()
  const marks = { "aria-invalid": true, "aria-describedby": id }
  return (
    <div class={wide ? "field wide" : "field"}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is what it is given. */}
      <label>
        {label}
        {error === undefined ? children : cloneElement(children, marks)}
      </label>
      {error !== undefined && (
        <p class="wrong" id={id} role="alert">
          <bdi>{error.charAt(0).toUpperCase() + error.slice(1)}</bdi>
        </p>
      )}
    </div>
  )
}

interface TextProps extends Labelled {
  readonly value: string
  readonly set: (value: string) => void
  readonly placeholder?: string
  readonly required?: boolean
  readonly inputMode?: "decimal" | "email" | "text" | "url"
  readonly list?: string
  /** Number of lines; one when left out. */
  readonly rows?: number
}

export const TextField = ({ label, error, wide, set, rows, ...props }: TextProps) => (
  <Field label={label} error={error} wide={wide ?? false}>
    {rows === undefined ? (
      <input type="text" {...props} onInput={({ currentTarget }) => set(currentTarget.value)} />
    ) : (
      <textarea {...props} rows={rows} onInput={({ currentTarget }) => set(currentTarget.value)} />
    )}
  </Field>
)

interface SelectProps {
  readonly value: string
  readonly set: (value: string) => void
  /** The label of the empty choice; without it, a choice is always selected. */
  readonly none?: string
  readonly choices: readonly string[]
  /** The label of a choice, if it is not its name. */
  readonly textOf?: (choice: string) => string
  /** Its accessible name if it has no visible label. */
  readonly "aria-label"?: string
  readonly class?: string
  readonly required?: boolean
}

export const Select = ({ set, none, choices, textOf, ...props }: SelectProps) => (
  <select {...props} onChange={({ currentTarget }) => set(currentTarget.value)}>
    {none !== undefined && <option value="">{none}</option>}
    {choices.map((choice) => (
      <option key={choice} value={choice}>
        {textOf?.(choice) ?? choice}
      </option>
    ))}
  </select>
)

export const SelectField = ({ label, error, ...props }: SelectProps & Labelled) => (
  <Field label={label} error={error}>
    <Select {...props} />
  </Field>
)

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly set: (checked: boolean) => void
}

export const Check = ({ label, checked, set }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    {label}
  </label>
)
