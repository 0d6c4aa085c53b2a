/**
 * CPU time of `lintMessage` per mail, averaged over the sixty in test/fixtures without the intentionally large ones.
 *
 *     npx tsx bench/lint-message.ts
 */
import { lintMessage } from "../sdk/sending/lint/index.ts"
import { mails, senders } from "../test/fixtures/mails.ts"

const most = 50
const usual = mails.filter(({ mail }) => (mail.html?.length ?? 0) < 20_000)
const round = () => usual.forEach(({ mail }) => void lintMessage(mail, { senders, isFilled: true }))
for (let warm = 0; warm < 200; warm++) round()
const rounds = 500
const started = process.cpuUsage()
for (let at = 0; at < rounds; at++) round()
const { user, system } = process.cpuUsage(started)
const each = (user + system) / (rounds * usual.length)
console.log(`lintMessage: ${each.toFixed(1)} µs a mail, of at most ${most}`)
if (each > most) process.exitCode = 1
