import { effect, signal } from "@preact/signals"

const names = ["auto", "light", "dark"] as const
type Theme = (typeof names)[number]
const key = "mas-theme"

/** A browser that keeps nothing for the page throws. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

const kept = inStorage((storage) => storage.getItem(key))
const theme = signal<Theme>(names.find((name) => name === kept) ?? "auto")

effect(() => {
  const { value } = theme
  document.documentElement.dataset.theme = value
  inStorage((storage) => storage.setItem(key, value))
})

/** What the page looks like: as the machine does, or always the one or the other. */
export const ThemeChoice = () => (
  <select
    class="quiet"
    aria-label="Theme"
    value={theme.value}
    onChange={({ currentTarget }) => {
      theme.value = names.find((name) => name === currentTarget.value) ?? "auto"
    }}
  >
    {names.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </select>
)
