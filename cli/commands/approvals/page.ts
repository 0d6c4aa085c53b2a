/** The page for approvals. All texts from outside are set as text; mails are in frames without scripts, on addresses of their own. */
const style = `
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif }
body { margin: 0 auto; max-width: 62rem; padding: 1rem }
header { position: sticky; top: 0; background: Canvas; padding: .5rem 0; border-bottom: 1px solid GrayText }
h1 { font-size: 1.25rem; margin: 0 }
article { border: 2px solid GrayText; border-radius: 6px; margin: 1rem 0; padding: 1rem }
article:focus { outline: 3px solid Highlight }
article[aria-selected=true] { border-color: Highlight }
h2 { font-size: 1.1rem; margin: 0 0 .5rem }
dl { display: grid; grid-template-columns: 9rem 1fr; gap: .25rem .75rem; margin: 0 }
dt { color: GrayText } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
iframe { width: 100%; height: 26rem; border: 1px solid GrayText; background: white; margin-top: .75rem }
.problem { font-weight: bold }
label { display: block; margin-top: .75rem }
textarea { box-sizing: border-box; width: 100%; font: inherit }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr } }
`

const script = `
"use strict"
const token = location.hash.slice(1) || sessionStorage.getItem("token") || ""
sessionStorage.setItem("token", token)
history.replaceState(null, "", location.pathname)
const [list, status] = ["list", "status"].map((id) => document.getElementById(id))
let items = []
const say = (text) => { status.textContent = text }
async function ask(path, body) {
  const headers = { authorization: "Bearer " + token, "content-type": "application/json" }
  const response = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers })
  const data = await response.json()
  if (!response.ok) throw new Error(data.error)
  return data
}
const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })
function article(item, index) {
  const box = element("article", "", { tabIndex: 0 })
  box.setAttribute("aria-selected", "false")
  box.setAttribute("aria-label", item.what + ", " + item.to.join(", "))
  box.dataset.index = index
  const facts = element("dl", "")
  for (const [label, text] of item.lines) facts.append(element("dt", label), element("dd", text, label === "Problem" || label === "Changed" ? { className: "problem" } : {}))
  box.append(element("h2", item.id + ": " + item.what + ", revision " + item.revision), facts)
  if (item.mail) {
    const frame = element("iframe", "", { title: "The mail " + item.id, src: item.mail })
    frame.setAttribute("sandbox", "")
    box.append(frame)
  }
  return box
}
async function load(done, id) {
  const data = await ask("/items")
  items = data.items
  list.replaceChildren(...items.map(article))
  say([done, items.length === 0 ? "No call waits." : items.length + " shown, " + data.more + " more."].filter(Boolean).join(" "))
  const box = boxes()[items.findIndex((item) => item.id === id)] ?? list.firstElementChild
  box?.focus()
}
const boxes = () => [...list.children]
const current = () => boxes().indexOf(document.activeElement?.closest("article"))
const selected = () => boxes().filter((box) => box.getAttribute("aria-selected") === "true").map((box) => items[box.dataset.index])
function toggle(index) {
  const box = boxes()[index]
  box?.setAttribute("aria-selected", String(box.getAttribute("aria-selected") !== "true"))
}
let isBusy = false
async function decide(what, chosen) {
  const named = chosen.filter(Boolean)
  if (isBusy || named.length === 0 || returnsToEdit()) return
  isBusy = true
  say("Working …")
  try {
    const { results } = await ask("/" + what, { items: named.map(({ id, hash }) => ({ id, hash })) })
    await load(results.map(({ id, state, error }) => id + ": " + (error ?? state) + ".").join(" "))
  } catch (error) { say(error.message) } finally { isBusy = false }
}
/** Another decision would draw the list anew, without what is typed. */
function returnsToEdit() {
  const form = list.querySelector("form")
  if (form) { form.elements[0].focus(); say("An edit is open: save it with Ctrl+Enter, or leave it with Escape.") }
  return form !== null
}
/** A field for each text of the call, and one for all others as JSON, to which fields that the call lacks can be added. */
function edit(item) {
  if (isBusy || returnsToEdit()) return
  if (!item) return say("Choose a call first.")
  const form = element("form", "")
  const addField = (label, text) => {
    const field = element("textarea", "", { value: text, rows: Math.min(text.split("\\n").length + 1, 16) })
    const caption = element("label", label)
    caption.append(field)
    form.append(caption)
    return field
  }
  const entries = Object.entries(item.body ?? {})
  const isText = ([, value]) => typeof value === "string"
  const fields = entries.filter(isText).map(([name, value]) => {
    const field = addField(name, value)
    // A textarea has its own line ends: what is not touched keeps those that it has.
    const before = field.value
    return { name, read: () => (field.value === before ? value : field.value) }
  })
  const others = item.body && addField("Other fields, as JSON", JSON.stringify(Object.fromEntries(entries.filter((entry) => !isText(entry))), null, 2))
  const problem = element("p", "", { className: "problem" })
  problem.setAttribute("role", "alert")
  form.append(problem, element("button", "Save as a new revision (Ctrl+Enter)"), " ", element("button", "Leave (Escape)", { type: "button", onclick: () => leave(form) }))
  form.addEventListener("submit", (event) => { event.preventDefault(); save(form, item, fields, others) })
  boxes()[items.indexOf(item)].append(form)
  form.elements[0].focus()
  say("Editing " + item.id + ". A text that you empty is left out.")
}
function leave(form) {
  if (isBusy) return
  const box = form.closest("article")
  form.remove()
  box.focus()
  say("Nothing was changed.")
}
async function save(form, { id, hash }, fields, others) {
  if (isBusy) return
  isBusy = true
  const texts = Object.fromEntries(fields.map(({ name, read }) => [name, read()]).filter(([, text]) => text !== ""))
  try {
    const { results: [result] } = await ask("/edit", { items: [{ id, hash, texts, others: others?.value }] })
    if (result.error) throw new Error(result.error)
    await load(id + ": revision " + result.revision + ", hash " + result.hash + ". It needs its own approval.", id)
  } catch (error) {
    const problem = form.querySelector("[role=alert]")
    problem.textContent = error.message
    problem.scrollIntoView({ block: "nearest" })
  } finally { isBusy = false }
}
const chosen = () => (selected().length > 0 ? selected() : [items[current()]])
const actions = {
  j: () => boxes()[Math.min(current() + 1, items.length - 1)]?.focus(),
  k: () => boxes()[Math.max(current() - 1, 0)]?.focus(),
  x: () => toggle(current()),
  a: () => decide("approve", chosen()),
  r: () => decide("refuse", chosen()),
  e: () => edit(items[current()] ?? selected()[0]),
  A: () => decide("approve", items),
}
document.addEventListener("keydown", (event) => {
  const form = event.target.closest("form")
  if (form) {
    if (event.key === "Escape") leave(form)
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("button")) return
  const run = actions[event.key]
  if (run) { event.preventDefault(); run() }
})
for (const button of document.querySelectorAll("header button")) button.addEventListener("click", () => actions[button.value]())
list.addEventListener("click", (event) => { if (!event.target.closest("form")) event.target.closest("article")?.focus() })
load().catch((error) => say(error.message))
`

const html = (nonce: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Approvals</title>
<style nonce="${nonce}">${style}</style></head><body>
<header><h1>Calls that wait for you</h1>
<p>J and K move, X selects, A approves, R refuses, E edits. Shift+A approves all that are shown.</p>
<button value="a">Approve selected (A)</button> <button value="r">Refuse selected (R)</button> <button value="e">Edit (E)</button> <button value="A">Approve all shown (Shift+A)</button>
<p id="status" role="status"></p></header><main id="list"></main>
<script nonce="${nonce}">${script}</script></body></html>`

/** The page, and the policy that it is served with: nothing of another origin, and no script but its own. */
export const approvalsPage = (nonce: string): { readonly html: string; readonly policy: string } => ({
  html: html(nonce),
  policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
})

/** The policy of a mail in its frame: no script, no form, no request to anywhere. */
export const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'"
