import { withBlock } from "../../../cli/commands/completion/install.ts"
import { headerParts } from "../../../cli/line/command-text.ts"
import { changedNumber } from "../../../cli/line/input/exact-numbers.ts"
import { withProgramName } from "../../../cli/line/program-name.ts"
import { shellWord } from "../../../cli/line/shell-word.ts"
import { liquidTags } from "../../../cli/templates/liquid-tags.ts"
import { fitParts } from "../../../cli/terminal/output/fit-parts.ts"
import { noteText, wrapNote } from "../../../cli/terminal/output/note.ts"
import {
  drawnText,
  plainText,
  questionText,
  safeJson,
  safeLine,
  safeText,
} from "../../../cli/terminal/output/safe-text.ts"
import { screenFor } from "../../../cli/terminal/output/screen.ts"
import { measure } from "../../../cli/terminal/output/width.ts"
import { wrap, wrapCommand } from "../../../cli/terminal/output/wrap.ts"
import { findWords } from "../../../mock-server/base/find-words.ts"
import { globMatcher } from "../../../mock-server/base/glob.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { verifyJwt } from "../../../mock-server/resources/credentials/jwt.ts"
import { codesIn } from "../../../mock-server/resources/messages/codes.ts"
import { linksInText, readMail } from "../../../mock-server/resources/messages/read-mail.ts"
import { readTarget, urlRefusal } from "../../../mock-server/resources/webhooks/address.ts"
import { cookieIn } from "../../../mock-server/service/request/cookies.ts"
import { readQuery } from "../../../mock-server/service/request/input/query.ts"
import { splitKey } from "../../../mock-server/world/world-names.ts"
import { idempotencyKey } from "../../../sdk/client/idempotency.ts"
import { parseEndpoint } from "../../../sdk/client/request/address.ts"
import { visibleText } from "../../../sdk/contract/core/clean-text.ts"
import { parseDuration } from "../../../sdk/contract/core/duration.ts"
import { integerFromText, numberFromText } from "../../../sdk/contract/core/parse-text.ts"
import { redactText } from "../../../sdk/contract/core/redact.ts"
import { addressOf, isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import { readMoment } from "../../../sdk/contract/core/timestamp.ts"
import { basePathOf, trimEndOf } from "../../../sdk/contract/core/trim-end.ts"
import { consentOf, isLeaving } from "../../../sdk/files/contacts-csv/consent.ts"
import { delimiterOf, separatorLine } from "../../../sdk/files/contacts-csv/records.ts"
import { fileName } from "../../../sdk/files/download.ts"
import { safeFileName } from "../../../sdk/files/safe-file-name.ts"
import { lintMessage } from "../../../sdk/sending/lint/index.ts"
import { isAmbiguous, plainPath } from "../../../sdk/sending/recipients/plain-path.ts"
import { verifyWebhook } from "../../../sdk/webhooks/index.ts"

const terminal = { isTTY: true, columns: 80, write: () => true, once: () => undefined }
const screen = screenFor(terminal, { env: { NO_COLOR: "1" }, now: () => 0 }, { utc: true })

/** Functions with text input from outside, by name. An error is an accepted result. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  addressOf,
  withProgramName: (text) => withProgramName(text, { npm_config_user_agent: "bun/1" }),
  basePathOf,
  codesIn,
  changedNumber: (text) => changedNumber(`1234567890123456 ${text}`),
  consentOf: (text) => [consentOf(text, "opt_out"), consentOf(text, "opt_in"), consentOf(text, "status")],
  isLeaving,
  cookieIn: (text) => cookieIn(text, "name"),
  delimiterOf: (text) => delimiterOf(text, () => false),
  fileName,
  fitParts: (text) =>
    fitParts([{ text: "id" }, { text: screen.safe(text) }, { text: screen.safe(text), isId: true }], screen),
  findWords: (text) => findWords(text)?.("some text"),
  "globMatcher, of a path": (text) => globMatcher("*/v1/*a*")(text),
  "globMatcher, of a pattern": (text) => globMatcher(text)(text.slice(1)),
  headerParts,
  idempotencyKey: (text) => idempotencyKey(text),
  integerFromText,
  isAmbiguous,
  isEmail,
  readMoment,
  kebabCase,
  "liquidTags, all of them": (text) => Array.from(liquidTags(text)),
  linksInText,
  "lintMessage, of a subject": (text) => lintMessage({ subject: text }),
  "lintMessage, of a text": (text) => lintMessage({ subject: "Hi", text }),
  "lintMessage, of HTML": (html) => lintMessage({ subject: "Hi", html }),
  readMail,
  safeFileName: (text) => safeFileName(text),
  numberFromText,
  parseDuration,
  parseEndpoint: (text) => parseEndpoint(`GET /${text}`),
  plainPath,
  plainText,
  drawnText,
  questionText,
  shellWord,
  readQuery,
  readTarget: (text) => readTarget(`https://a.test/${text}`),
  redactText: (text) => redactText(text, ["a secret"]),
  safeJson,
  safeLine,
  safeText,
  separatorLine,
  splitKey: (text) => splitKey(`maskey_live_${text}`),
  trimEndOf: (text) => trimEndOf(`${text}x`, text.slice(0, 1)),
  urlRefusal: (text) => urlRefusal(`https://a.test${text}`, false),
  "verifyJwt, of a token": (text) => verifyJwt(text, "key", 0),
  verifyWebhook: (text) =>
    verifyWebhook("{}", { "webhook-id": text, "webhook-timestamp": text, "webhook-signature": text }, "whsec_MfKQ9r8G"),
  visibleText,
  noteText: (text) => noteText(screen.safe(text), screen),
  "noteText, of a command": (text) => noteText(`Pull: mas templates pull ${shellWord(text)}`, screen),
  wrap: (text) => wrap(text, 80),
  "wrap, by the width of characters": (text) => wrap(text, 80, measure),
  "wrap, on a wide screen": (text) => wrap(text, 100_000, measure),
  wrapCommand: (text) => wrapCommand(text, 80, 2),
  wrapNote: (text) => wrapNote(screen.safe(text), screen, 4),
  withBlock: (text) => withBlock(text, "line"),
}
