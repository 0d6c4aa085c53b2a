// Written by `npm run generate` from the marks in sdk/contract. Do not edit.

/** Names of headers and fields with secret values. */
export const secretName = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$|password|secret|token|api[-_]?key/i

/** Secrets in text, recognized by their format or their place in a path. Most follow a group that is shown. */
export const secretText = /(whsec_|maskey_live_|maspk_live_|maspc_live_|masmc_live_)[\w+/=-]+|(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*\beyJ[\w-]+\.[\w-]+\.[\w-]*|(\/v1\/my\/account\/invites\/)[^/?#\s{}"'<>]+(?=\/accept)/g

/** The groups that are shown. */
export const shownText = "$1$2"

/** Secrets in a query, by parameter name, after a group that is shown. */
export const secretQuery = /([?&](?:[\w.%-]{0,64}(?:password|secret|token|api[-_]?key)[\w.%-]{0,64})=)[^&#\s"'<>]+/gi
