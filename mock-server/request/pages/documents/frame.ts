import { escapeHtml } from "../html.ts"

/** The output of `scripts/generate/pages`: the style of all pages, and the Content-Security-Policy with its hash. */
export interface PageStyle {
  readonly policy: string
  readonly style: string
}

/** The parts of a page; `pages` is the address of the list of all pages. */
type Frame = Readonly<Record<"title" | "up" | "pages" | "style" | "body", string>>

/** The frame that all pages share around their own content. */
export const frameHtml = ({ title, up, pages, style, body }: Frame): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · mas-sdk</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<a href="${up || "./"}">mas-sdk</a>
<a href="${pages}">All pages</a>
<a href="${up}api">Try it</a>
<a href="${up}../_mock/">Dashboard</a>
<a href="${up}../openapi.yaml">OpenAPI</a>
</header>
${body}
</body>
</html>
`
