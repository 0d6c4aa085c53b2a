/** What to type next, for the server at `url`. */
export function tour(url) {
  const isUsual = url === "http://127.0.0.1:4010"
  const mas = `npx mas-sdk --profile mock${isUsual ? "" : ` --base-url ${url}`}`
  return `
What to type next, in another terminal here:

  See what is there     ${mas} contacts list
  Send a message        ${mas} messages send
                        or in one line: --channel email --to delivered@simulator.test --subject Hello --body Hi
  See it delivered      curl -s ${url}/_mock/messages/1
  Watch webhooks live   ${mas} webhooks listen
  Move the clock        ${mas} mock advance 3d
  Without the CLI       curl -s ${url}/v1/my/account -H "Authorization: Bearer maskey_live_mock"
  In a browser          ${url}/_mock/
  Read about all of it  ${url}/docs/
  When something is off ${mas} doctor
  The whole tour        npm run demo

Ctrl-C stops the server. README.md has the same for code: SDK, tests, webhooks.
`
}
