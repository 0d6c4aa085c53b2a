import type { BusboyInstance } from "@fastify/busboy"
import type { core } from "zod"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { shapeOf } from "../../../sdk/contract/core/text.ts"
import { badRequest, invalid, ServiceError } from "../../base/service-error.ts"
import { PieceCutter, type Upload, type UploadFields } from "../../domain/imports/upload.ts"
import type { WireRequest } from "../wire.ts"
import { refuseCoding } from "./json.ts"

/** What multipart text needs beside the file: part headers, boundaries, fields. */
const roomForFields = 1024 * 1024
const fieldBytes = 64 * 1024
const mostFields = 20

/** The part that is the file; every other is text. */
const fileField = "file"

/** What an upload has brought: the text of its fields, and its file. */
export interface UploadForm {
  readonly fields: UploadFields
  readonly upload: Upload | undefined
}

/**
 * Reads a multipart upload: its fields and its file, in any order, with no more in memory than the file's own size.
 * `schema` has the parts that it may have. 415 for another type, 413 past the limit, 400 when it is not multipart, 422 for a part
 * in another shape: a second one, a file for text, text for the file. Spec: Imports.
 */
export async function readUpload(request: WireRequest, schema: core.$ZodType): Promise<UploadForm> {
  const type = request.headers["content-type"] ?? ""
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new ServiceError(415, "Send the upload as multipart/form-data")
  }
  refuseCoding(request.headers)
  if (Number(request.headers["content-length"]) > limits.importBytes + roomForFields) throw tooLarge()
  const form = new Form(await openBusboy(type), Object.keys(shapeOf(schema)))
  for await (const bytes of request.body.stream()) {
    await form.write(bytes)
    if (form.refusal !== undefined) break
  }
  await form.end()
  return form
}

const tooLarge = () => new ServiceError(413, `The file is larger than ${limits.importBytes} bytes`)
const broken = () => badRequest("The body is not valid multipart/form-data")

const givenTwice = "is given more than once"
const unknownPart = (name: string, near: string | undefined) =>
  invalid({ [name]: [`is not a known field${near === undefined ? "" : `: the part is called ${near}`}`] })

async function openBusboy(type: string): Promise<BusboyInstance> {
  const { Busboy } = await import("./form-parser.ts")
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fieldSize: fieldBytes, fields: mostFields, parts: mostFields + 2 },
    })
  } catch {
    throw badRequest("The header Content-Type names no boundary")
  }
}

/** What a form has brought so far, and the first reason to refuse it. */
class Form implements UploadForm {
  refusal: ServiceError | undefined
  upload: Upload | undefined
  readonly #fields = new Map<string, string | string[]>()
  readonly #ended: Promise<void>
  #finish: () => void = () => {}

  constructor(
    readonly parser: BusboyInstance,
    readonly names: readonly string[],
  ) {
    this.#ended = new Promise((resolve) => {
      this.#finish = resolve
    })
    parser.on("finish", this.#finish)
    parser.on("error", () => this.#refuse(broken()))
    parser.on("partsLimit", () => this.#refuse(invalid({ body: [`must not have more than ${mostFields} fields`] })))
    parser.on("fieldsLimit", () => this.#refuse(invalid({ body: [`must not have more than ${mostFields} fields`] })))
    parser.on("field", (name, text, _nameCut, textCut) => this.#takeField(name, text, textCut))
    parser.on("file", (name, stream, filename) => {
      stream.on("error", () => this.#refuse(broken()))
      const cutter = this.#openFile(name ?? "", filename ?? "")
      stream.on("data", (bytes: Uint8Array) => {
        if (this.refusal !== undefined || cutter === undefined) return
        if (cutter.size + bytes.byteLength > limits.importBytes) this.#refuse(tooLarge())
        else cutter.add(bytes)
      })
      stream.on("end", () => cutter?.end())
    })
  }

  get fields(): UploadFields {
    return Object.fromEntries(this.#fields)
  }

  /** Takes in bytes at the pace of the parser. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.parser.write(bytes)) return
    await Promise.race([this.#ended, new Promise<void>((resolve) => this.parser.once("drain", resolve))])
  }

  /** Waits for the last part; throws the reason to refuse the form if there is one. */
  async end(): Promise<void> {
    if (this.refusal === undefined) {
      this.parser.end()
      await this.#ended
    }
    if (this.refusal !== undefined) throw this.refusal
  }

  #refuse(reason: ServiceError): void {
    this.refusal ??= reason
    this.#finish()
  }

  /** The part that is meant by a name such as `File`, `file[]` or `options[list_ids]`. */
  #near(name: string): string | undefined {
    const plain = name.replace(/\[.*$/s, "").trim().toLowerCase()
    return this.names.includes(name) ? undefined : this.names.find((known) => known === plain)
  }

  #takeField(name: string, text: string, cut: boolean): void {
    const near = this.#near(name)
    const before = this.#fields.get(name)
    if (name === fileField) this.#refuse(invalid({ [name]: ["must be a file: send the part with a filename"] }))
    else if (near !== undefined) this.#refuse(unknownPart(name, near))
    else if (before !== undefined && this.names.includes(name)) this.#refuse(invalid({ [name]: [givenTwice] }))
    else if (cut) this.#refuse(invalid({ [name]: [`must not be larger than ${fieldBytes} bytes`] }))
    this.#fields.set(name, before === undefined ? text : [...(typeof before === "string" ? [before] : before), text])
  }

  #openFile(name: string, filename: string): PieceCutter | undefined {
    if (name !== fileField) {
      const isText = this.names.includes(name)
      const isFile = "must be text, not a file: send the part without a filename"
      this.#refuse(isText ? invalid({ [name]: [isFile] }) : unknownPart(name || "body", this.#near(name)))
    } else if (this.upload !== undefined) this.#refuse(invalid({ [fileField]: [givenTwice] }))
    if (this.refusal !== undefined) return undefined
    const cutter = new PieceCutter(filename)
    this.upload = cutter
    return cutter
  }
}
