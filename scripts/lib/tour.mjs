/** What to type next, for the server at `url`. */
export function tour(url) {
  const mas = `npx mas --base-url ${url} --api-key maskey_live_mock`
  return `
What to type next, in another terminal here:

  See what is there     ${mas} contacts list
  Send a message        ${mas} messages send --channel email --to delivered@simulator.test \\
                          --subject "Hello" --body "First message" --from hello@acme.test
  See it delivered      curl -s ${url}/_mock/messages/1
  Watch webhooks live   ${mas} webhooks listen
  Move the clock        npx mas mock advance 3d --base-url ${url}
  Without the CLI       curl -s ${url}/v1/my/account -H "Authorization: Bearer maskey_live_mock"
  The whole tour        npm run demo

Ctrl-C stops the server. README.md has the same for code: SDK, tests, webhooks.
`
}
