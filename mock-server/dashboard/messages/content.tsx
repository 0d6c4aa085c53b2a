import type { MessageDetail } from "../../resources/messages/message-detail.ts"
import { Check } from "../app/fields.tsx"
import { Badge, Code, DetailList, Json, Part } from "../app/parts.tsx"
import { href, type Route, search } from "../app/route.ts"

export function Content({ message, route }: { readonly message: MessageDetail; readonly route: Route }) {
  const views = [
    { name: "mail", title: "Mail", isThere: message.html !== null },
    { name: "text", title: "Text", isThere: message.text !== null },
    { name: "source", title: "Source", isThere: message.html !== null },
    { name: "data", title: "Variables", isThere: message.variables !== null },
    { name: "headers", title: "Headers", isThere: message.channel === "email" },
  ].filter(({ isThere }) => isThere)
  const requestedView = route.query.get("as")
  const currentView = (views.find(({ name }) => name === requestedView) ?? views[0])?.name ?? "text"
  return (
    <section class="part" aria-label="Content">
      <div class="tabs">
        {views.map(({ name, title }) => (
          <a
            key={name}
            aria-current={name === currentView ? "true" : undefined}
            href={href("messages", message.id, { ...Object.fromEntries(route.query), as: name })}
          >
            {title}
          </a>
        ))}
      </div>
      {currentView === "mail" && (
        <Mail address={`messages/${message.id}/html`} version={message.html ?? ""} query={route.query} />
      )}
      {currentView === "text" && <Code text={message.text ?? ""} label="the text" />}
      {currentView === "source" && <Code text={message.html ?? ""} label="the HTML" />}
      {currentView === "data" && <Variables message={message} />}
      {currentView === "headers" && <Headers message={message} />}
    </section>
  )
}

interface MailProps {
  /** The address of the mail, below the control API's. */
  readonly address: string
  readonly query: URLSearchParams
  /** Of what the content depends on: it may change under the same address. */
  readonly version: string
  /** Further parameters of the address. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** The mail as its recipient sees it, in a sandboxed frame without scripts or network access. */
export function Mail({ address, query, version, parameters = {} }: MailProps) {
  const [isNarrow = false, isDark = false, isTall = false] = ["narrow", "dark", "tall"].map((name) => query.has(name))
  const addressIn = (more: Readonly<Record<string, string>>) =>
    `${address}?${new URLSearchParams({ ...parameters, ...more })}`
  const toggle = (name: string, label: string, isOn: boolean) => (
    <Check label={label} checked={isOn} set={(isSet) => search({ [name]: isSet ? "1" : undefined })} />
  )
  return (
    <>
      <div class="toggles">
        {toggle("narrow", "Mobile", isNarrow)}
        {toggle("dark", "Dark", isDark)}
        {toggle("tall", "Full height", isTall)}
        <a href={addressIn({})} target="_blank" rel="noopener">
          Open in new tab
        </a>
      </div>
      <div class={`mail ${isNarrow ? "narrow" : ""} ${isDark ? "dark" : ""} ${isTall ? "tall" : ""}`}>
        <iframe
          key={`${address} ${isDark} ${version}`}
          title="The mail as its recipient sees it"
          sandbox=""
          src={addressIn({ scheme: isDark ? "dark" : "light" })}
          referrerpolicy="no-referrer"
        />
      </div>
    </>
  )
}

function Variables({ message: { variables, data } }: { readonly message: MessageDetail }) {
  const rows = [
    { tone: "bad", word: "not given", names: variables?.not_given ?? [] },
    { tone: "warn", word: "not in use", names: variables?.not_in_use ?? [] },
    { tone: "good", word: "in use", names: variables?.in_use ?? [] },
  ] as const
  return (
    <>
      <ul class="rows">
        {rows.flatMap(({ tone, word, names }) =>
          names.map((name) => (
            <li key={name}>
              <Badge tone={tone}>{word}</Badge>
              <span class="grow">
                <bdi>{name}</bdi>
              </span>
            </li>
          )),
        )}
      </ul>
      <Json value={data ?? {}} label="the data" />
    </>
  )
}

function Headers({ message }: { readonly message: MessageDetail }) {
  const { from, reply_to, to, subject, headers, tags, idempotency_key, provider_id, template_id, preheader } = message
  return (
    <>
      <DetailList
        facts={{ From: from, To: to, "Reply-To": reply_to, Subject: subject, "Message-ID": provider_id, ...headers }}
      />
      {Object.keys(tags).length > 0 && <h3>Tags</h3>}
      <DetailList facts={tags} />
      <h3>Request fields</h3>
      <DetailList facts={{ "Idempotency-Key": idempotency_key, Template: template_id, Preheader: preheader }} />
    </>
  )
}

export const Warnings = ({ message: { warnings } }: { readonly message: MessageDetail }) =>
  warnings.length > 0 && (
    <Part title="Warnings">
      <ul class="rows">
        {warnings.map(({ rule, severity, place: location, message, excerpt, advice }) => (
          <li key={`${rule} ${location}`}>
            <Badge tone={severity === "error" ? "bad" : "warn"}>{rule}</Badge>
            <span class="grow">
              {message} {excerpt && <bdi>{excerpt}</bdi>} <small>{advice}</small>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
