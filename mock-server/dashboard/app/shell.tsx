import { LookingBack } from "../time/looking-back.tsx"
import { isBusy, said } from "./act.ts"
import { clock } from "./clock.ts"
import { hasEnded, isOnline } from "./live.ts"
import { href, route } from "./route.ts"
import { ThemeChoice } from "./theme.tsx"
import { momentText } from "./times.tsx"
import type { View } from "./view.ts"

/** The page: what the world's time is, the way between the views, and the one that is open. */
export function Shell({ views }: { readonly views: readonly View[] }) {
  const shown = views.find(({ name }) => name === route.value.view) ?? views[0]
  if (shown === undefined) return null
  return (
    <div class={isBusy.value ? "page busy" : "page"}>
      <button type="button" class="skip" onClick={focusMain}>
        Skip to the view
      </button>
      <header class="top">
        <h1>MAS mock server</h1>
        <Now />
        <a href="../docs/">Docs</a>
        <ThemeChoice />
      </header>
      <nav aria-label="Views">
        {views.map(({ name, title }) => (
          <a key={name} href={href(name)} aria-current={name === shown.name ? "page" : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <LookingBack />
      {!isOnline.value && (
        <p class="offline" role="alert">
          {hasEnded.value ? (
            <>
              This world has ended. <a href="/_mock/">To the main world</a>
            </>
          ) : (
            "The mock server does not answer. This page goes on by itself when it does."
          )}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <shown.Body route={route.value} />
      </main>
      <div class={said.value.isError ? "said bad" : "said"} role="status">
        <bdi>{said.value.text}</bdi>
      </div>
    </div>
  )
}

const focusMain = () => document.getElementById("main")?.focus()

/** The world's time, which is not the machine's: it leads to where it is moved. */
function Now() {
  const view = clock.view.value
  if (view === undefined) return <span class="now">…</span>
  const how = view.rate === undefined ? view.mode : `${view.rate}×`
  const waiting = view.pending === 1 ? "1 piece of work waits" : `${view.pending} pieces of work wait`
  return (
    <a class="now" href={href("time")} title={`The world's time: ${waiting}`}>
      <b>{momentText(Math.floor(clock.now.value / 1_000) * 1_000)}</b>
      <small> UTC, {how}</small>
    </a>
  )
}
