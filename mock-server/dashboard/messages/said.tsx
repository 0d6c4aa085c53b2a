import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Code, Foreign } from "../app/parts.tsx"
import { pathInTime } from "../app/past.ts"
import { href, type Route, search } from "../app/route.ts"

const views = ["mail", "text", "source", "headers"] as const
type Shown = (typeof views)[number]

/** What a message says: as its recipient sees it, as text, as it was sent, and what goes with it. */
export function Said({ message, route }: { readonly message: MessageDetail; readonly route: Route }) {
  const has: Readonly<Record<Shown, boolean>> = {
    mail: message.html !== null,
    text: message.text !== null,
    source: message.html !== null,
    headers: message.channel === "email",
  }
  const asked = route.query.get("as")
  const shown = views.find((view) => view === asked && has[view]) ?? views.find((view) => has[view]) ?? "text"
  return (
    <section class="part" aria-label="What it says">
      <div class="tabs">
        {views.map(
          (view) =>
            has[view] && (
              <a
                key={view}
                aria-current={view === shown ? "true" : undefined}
                href={href("messages", message.id, { ...Object.fromEntries(route.query), as: view })}
              >
                {view}
              </a>
            ),
        )}
      </div>
      {shown === "mail" && <Mail message={message} query={route.query} />}
      {shown === "text" && <Code text={message.text ?? ""} label="the text" />}
      {shown === "source" && <Code text={message.html ?? ""} label="the HTML" />}
      {shown === "headers" && <Headers message={message} />}
    </section>
  )
}

/** The mail as its recipient sees it, in a frame that runs nothing and asks nobody. */
function Mail({ message: { id, html }, query }: { readonly message: MessageDetail; readonly query: URLSearchParams }) {
  const [isNarrow, isDark, isTall] = ["narrow", "dark", "tall"].map((name) => query.has(name))
  const address = pathInTime(`messages/${id}/html`, "GET")
  const toggle = (name: string, isOn = false) => (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => search({ [name]: currentTarget.checked ? "1" : undefined })}
      />
      {name}
    </label>
  )
  return (
    <>
      <div class="toggles">
        {toggle("narrow", isNarrow)}
        {toggle("dark", isDark)}
        {toggle("tall", isTall)}
        <a href={address} target="_blank" rel="noopener">
          by itself
        </a>
      </div>
      <div class={`mail ${isNarrow ? "narrow" : ""} ${isDark ? "dark" : ""} ${isTall ? "tall" : ""}`}>
        <iframe
          // Another mail may have the same address.
          key={`${id} ${isDark} ${html}`}
          title="The mail as its recipient sees it"
          sandbox=""
          src={`${address}?scheme=${isDark ? "dark" : "light"}`}
          referrerpolicy="no-referrer"
        />
      </div>
    </>
  )
}

function Headers({
  message: { from, reply_to, to, subject, headers, tags, idempotency_key, ...rest },
}: {
  readonly message: MessageDetail
}) {
  const all: readonly (readonly [string, string | null | undefined])[] = [
    ["From", from],
    ["To", to],
    ["Reply-To", reply_to],
    ["Subject", subject],
    ["Message-ID", rest.provider_id],
    ...Object.entries(headers),
  ]
  return (
    <>
      <Facts facts={all} />
      <h3>Tags</h3>
      <Facts facts={Object.entries(tags)} />
      <h3>Sent with</h3>
      <Facts
        facts={[
          ["Idempotency-Key", idempotency_key],
          ["Template", rest.template_id === null ? null : String(rest.template_id)],
          ["Preheader", rest.preheader],
        ]}
      />
    </>
  )
}

const Facts = ({ facts }: { readonly facts: readonly (readonly [string, string | null | undefined])[] }) => (
  <dl class="facts">
    {facts.map(
      ([name, value]) =>
        value && (
          <>
            <dt>
              <Foreign>{name}</Foreign>
            </dt>
            <dd>
              <Foreign>{value}</Foreign>
            </dd>
          </>
        ),
    )}
  </dl>
)
