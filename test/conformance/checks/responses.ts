import { errorStatuses, successStatuses } from "../../../sdk/contract/core/endpoints.ts"
import { headerNames } from "../../../sdk/contract/core/headers.ts"
import { openapiDocument } from "../../../sdk/contract/openapi/document.ts"
import { answerWith } from "../../support/status-cases.ts"
import { type Check, type Look, whereItCan } from "../check.ts"
import { strangeStatuses } from "../known-values.ts"
import { against, isForOthers, reads, type Service } from "../service.ts"

/** Error statuses that depend on neither the caller nor the records. */
const refusals = [401, 422]

const isOfHeader = (complaint: string) => /^(lacks the )?header /.test(complaint)

/** Compares all readable bodies, or headers, with the OpenAPI document. */
async function compareReads(service: Service, look: Look, which: (complaint: string) => boolean): Promise<void> {
  for (const endpoint of reads) {
    const answered = await service.read(endpoint)
    if (answered?.called.status !== 200) continue
    look.found(`${endpoint.name} (GET ${answered.exchange.path})`, against(answered).filter(which))
  }
}

export const responseChecks: readonly Check[] = [
  {
    rule: "1.1",
    run: (service, look) => compareReads(service, look, (complaint) => !isOfHeader(complaint)),
  },
  {
    rule: "36.1",
    run: (service, look) => compareReads(service, look, isOfHeader),
  },
  {
    rule: "8.2",
    async run(service, look) {
      for (const endpoint of reads) {
        const answered = await service.read(endpoint)
        if (answered?.called.status !== 200) continue
        look.found(`${endpoint.name} (GET ${answered.exchange.path})`, strangeStatuses(endpoint, answered.called.body))
      }
    },
  },
  {
    rule: "16.2",
    async run(service, look) {
      for (const endpoint of reads) {
        const answered = await service.read(endpoint)
        if (answered === undefined) continue
        const { status } = answered.called
        // A 403 because of the key's role or plan is correct.
        if (status !== 403) look.same(`${endpoint.name} (GET ${answered.exchange.path}) answers`, status, 200)
      }
    },
  },
  {
    rule: "16.2",
    async run(service, look) {
      for (const endpoint of reads) {
        const located = await service.locate(endpoint)
        if (located === undefined) continue
        for (const status of refusals.filter((one) =>
          errorStatuses(endpoint.spec).some((declaredStatus) => declaredStatus === one),
        )) {
          const answered = await whereItCan(answerWith(located, status, service.asMock()))
          if (answered === undefined || isForOthers(endpoint, answered.status)) continue
          look.same(`${endpoint.name} where ${status} is due`, answered.status, status)
        }
      }
    },
  },
  {
    rule: "16.1",
    async run(service, look) {
      for (const endpoint of reads) {
        const answered = await service.read(endpoint)
        if (answered === undefined) continue
        const { status } = answered.called
        const declared = [...successStatuses(endpoint.spec), ...errorStatuses(endpoint.spec)].map(Number)
        look.holds(`GET ${answered.exchange.path} responds with ${status}`, declared.includes(status))
      }
    },
  },
  {
    rule: "35.10",
    async run(service, look) {
      const [plain, strange] = [await service.get("/v1/my/lists"), await service.get("/v1/my/lists?unknown=1")]
      look.same("GET /v1/my/lists?unknown=1", strange.status, plain.status)
    },
  },
  {
    rule: "35.3",
    async run(service, look) {
      for (const { name, spec } of reads.filter((one) => one.spec.params !== undefined)) {
        const path = spec.path.replace(/\{\w+\}/g, "999999999999")
        const { status } = await service.get(path)
        // 403: this key may call it for no record.
        if (status !== 403) look.same(`${name} (GET ${path})`, status, 404)
      }
    },
  },
  {
    rule: "35.1",
    async run(service, look) {
      const responses = [
        await service.ask("GET", "/v1/my/lists?page=0"),
        await service.ask("GET", "/v1/my/account/reach?audience=0"),
        await service.ask("GET", "/v1/my/account", { key: null }),
        await service.ask("GET", "/v1/my/lists", { headers: { [headerNames.brand]: "brand_unknown" } }),
        await service.ask("GET", "/v1/my/nothing-of-the-kind"),
      ]
      for (const answered of responses) {
        look.found(`GET ${answered.exchange.path} (${answered.exchange.status})`, against(answered))
      }
    },
  },
  {
    rule: "35.4",
    async run(service, look) {
      look.same("GET /v1/my/nothing-of-the-kind", (await service.get("/v1/my/nothing-of-the-kind")).status, 404)
    },
  },
  {
    rule: "37.1",
    async run(service, look) {
      const { status, body } = await service.get("/openapi.yaml", { key: null })
      look.same("GET /openapi.yaml", status, 200)
      const text = String(body)
      look.holds("/openapi.yaml is not OpenAPI 3.1", /^["']?openapi["']?:\s*["']?3\.1/m.test(text))
      look.holds("/openapi.yaml is not of version 1.1.6", /^\s+version:\s*["']?1\.1\.6/m.test(text))
      const missing = Object.keys(openapiDocument().paths).filter((path) => !text.includes(path))
      look.same("paths that /openapi.yaml lacks", missing, [])
    },
  },
]
