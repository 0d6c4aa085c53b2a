import { effect, signal } from "@preact/signals"
import { Select } from "./fields.tsx"

const key = "mas-theme"

/** A browser that keeps nothing for the page throws. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}

const theme = signal(inStorage((storage) => storage.getItem(key)) ?? "auto")

effect(() => {
  const { value } = theme
  document.documentElement.dataset.theme = value
  inStorage((storage) => storage.setItem(key, value))
})

const choose = (name: string) => {
  theme.value = name
}

/** What the page looks like: as the machine does, or always the one or the other. */
export const ThemeChoice = () => (
  <Select class="quiet" aria-label="Theme" value={theme.value} set={choose} choices={["auto", "light", "dark"]} />
)
