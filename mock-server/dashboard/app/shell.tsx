import { effect, signal } from "@preact/signals"
import type { ComponentType } from "preact"
import { momentText, span } from "../../base/time-text.ts"
import type { ClockView } from "../../control/clock.ts"
import { Problem } from "./act.tsx"
import { addressOf, ownId } from "./address.ts"
import { clock } from "./clock.ts"
import { Select } from "./fields.tsx"
import { hasEnded, isOnline } from "./live.ts"
import { done, isBusy, warn, warning } from "./notices.ts"
import { useRead } from "./read.tsx"
import { href, route, type ViewProps } from "./route.ts"
import { counted } from "./words.ts"

export interface View {
  /** First part of its address: `#/messages`. */
  readonly name: string
  readonly title: string
  /** A count or an alert beside the title. */
  readonly Note?: ComponentType
  readonly Body: ComponentType<ViewProps>
}

export function Shell({ views }: { readonly views: readonly View[] }) {
  const currentView = views.find(({ name }) => name === route.value.view) ?? views[0]
  if (currentView === undefined) return null
  return (
    <div class={isBusy.value ? "page busy" : "page"}>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the view
      </button>
      <header class="top">
        <h1>
          MAS <span>dashboard</span>
          {ownId !== "main" && <bdi> @{ownId}</bdi>}
        </h1>
        <nav aria-label="Views">
          {views.map(({ name, title, Note }) => (
            <a key={name} href={href(name)} aria-current={name === currentView.name ? "page" : undefined}>
              {title}
              {Note && <Note />}
            </a>
          ))}
        </nav>
        <Now />
        <a href="../docs/">Docs</a>
        <ThemeChoice />
      </header>
      <div class="notices">
        {!isOnline.value && (
          <p class="problem" role="alert">
            {hasEnded.value ? (
              <>
                This world has ended. <a href={`${addressOf("main")}/_mock/`}>Go to the main world</a>
              </>
            ) : (
              "The mock server does not respond. This page reconnects as soon as it does."
            )}
          </p>
        )}
        <Notice />
        {warning.value !== undefined && <Problem text={warning.value} close={() => warn(undefined)} />}
      </div>
      <main id="main" tabIndex={-1}>
        <currentView.Body route={route.value} />
      </main>
      <div class="said" role="status">
        {done.value && (
          <span>
            <bdi>{done.value}</bdi>
          </span>
        )}
      </div>
    </div>
  )
}

/** What the program that runs the mock server has to say, such as that sending is stopped. */
function Notice() {
  const response = useRead<{ notice: string | null }>("notice", route.value.view)
  const text = response && "notice" in response ? response.notice : null
  return text === null ? null : <Problem text={text} />
}

/** How a clock runs, and how far it was moved from the machine's: "real time, 1 h ahead", or short, "+1 h". */
function clockTexts({ mode, rate, ahead_ms: ahead = 0 }: ClockView): readonly [text: string, short: string] {
  if (mode === "frozen") return ["frozen", "frozen"]
  if (mode === "scaled") return [`${rate}×`, `${rate}×`]
  if (ahead === 0) return ["real time", "real"]
  const time = span(Math.abs(ahead))
  return [`real time, ${time} ${ahead > 0 ? "ahead" : "behind"}`, `${ahead > 0 ? "+" : "−"}${time}`]
}

const focusMain = () => document.getElementById("main")?.focus()

/** The world's time, not the machine's, as a link to the view that moves it. */
function Now() {
  const view = clock.view.value
  if (view === undefined) return <span class="now">…</span>
  const [text, short] = clockTexts(view)
  return (
    <a
      class="now"
      href={href("time")}
      title={`The mock server's clock: ${counted(view.pending, "event is", "events are")} pending`}
    >
      {momentText(Math.floor(clock.now.value / 1_000) * 1_000)}
      <span class="zone"> UTC</span>{" "}
      <small>
        <span class="long">{text}</span>
        <span class="short">{short}</span>
      </small>
    </a>
  )
}

const key = "mas-theme"

/** A browser without storage for the page throws. */
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

/** Chooses the theme: the system's, or always light or dark. */
const ThemeChoice = () => (
  <Select
    class="quiet"
    aria-label="Theme"
    value={theme.value}
    set={choose}
    choices={["auto", "light", "dark"]}
    textOf={(name) => `◐ ${name}`}
  />
)
