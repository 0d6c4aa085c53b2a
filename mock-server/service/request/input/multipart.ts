import type { core } from "zod"
import { limits } from "../../../../sdk/contract/core/limits.ts"
import { shapeOf } from "../../../../sdk/contract/core/text.ts"
import { badRequest, invalid, ServiceError } from "../../../base/service-error.ts"
import { PieceCutter, type Upload, type UploadFields } from "../../../resources/imports/upload.ts"
import type { WireRequest } from "../wire.ts"
import { FormParser, type PartBody, type PartHead } from "./form-parser.ts"
import { refuseCoding } from "./json.ts"

/** Room for multipart overhead besides the file: part headers, boundaries, fields. */
const roomForFields = 1024 * 1024
const fieldBytes = 64 * 1024
const maxFields = 20
const maxParts = maxFields + 1

/** The part with the file. All other parts are text. */
const fileField = "file"

export interface UploadForm {
  readonly fields: UploadFields
  readonly upload: Upload | undefined
}

/**
 * Reads the fields and the file of a multipart upload, in any order. Memory use is at most the file's size. `schema`
 * defines the allowed parts. Throws 415 for another type, 413 above the limit, 400 for invalid multipart data, and 422
 * for an invalid part: a duplicate, a file for text, or text for the file. Spec: Imports.
 */
export async function readUpload(request: WireRequest, schema: core.$ZodType): Promise<UploadForm> {
  const type = request.headers["content-type"] ?? ""
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw new ServiceError(415, "Send the upload as multipart/form-data", { rule: "36.7" })
  }
  refuseCoding(request.headers)
  if (Number(request.headers["content-length"]) > limits.importBytes + roomForFields) throw tooLarge()
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw badRequest("36.7", "The header Content-Type names no boundary")
  const form = new Form(boundary, Object.keys(shapeOf(schema)))
  for await (const bytes of request.body.stream()) form.write(bytes)
  form.end()
  return form
}

const tooLarge = () => new ServiceError(413, `The file is larger than ${limits.importBytes} bytes`, { rule: "36.7" })
const broken = () => badRequest("36.7", "The body is not valid multipart/form-data")

const givenTwice = "is given more than once"
const unknownPart = (name: string, near: string | undefined) =>
  invalid("27.5", { [name]: [`is not a known field${near === undefined ? "" : `: the part is called ${near}`}`] })

/** The parts of a form read so far. The methods throw to refuse the form. */
class Form implements UploadForm {
  upload: Upload | undefined
  readonly #parser: FormParser
  readonly #fields = new Map<string, string | string[]>()
  #parts = 0

  constructor(
    boundary: string,
    readonly names: readonly string[],
  ) {
    this.#parser = new FormParser(boundary, (head) => {
      if (++this.#parts > maxParts) throw invalid("27.5", { body: [`must not have more than ${maxFields} fields`] })
      return head.isFile ? this.#openFile(head) : this.#openField(head)
    })
  }

  get fields(): UploadFields {
    return Object.fromEntries(this.#fields)
  }

  write(bytes: Uint8Array): void {
    try {
      this.#parser.write(bytes)
    } catch (error) {
      throw error instanceof SyntaxError ? broken() : error
    }
  }

  /** Throws if the last boundary is missing. */
  end(): void {
    if (!this.#parser.isOver) throw broken()
  }

  /** The part that a misspelt name probably means, such as `File`, `file[]` or `options[list_ids]`. */
  #near(name: string): string | undefined {
    const plain = name.replace(/\[.*$/s, "").trim().toLowerCase()
    return this.names.includes(name) ? undefined : this.names.find((existing) => existing === plain)
  }

  #openField({ name }: PartHead): PartBody {
    const near = this.#near(name)
    const before = this.#fields.get(name)
    if (name === fileField) throw invalid("27.5", { [name]: ["must be a file: send the part with a filename"] })
    if (near !== undefined) throw unknownPart(name, near)
    if (before !== undefined && this.names.includes(name)) throw invalid("27.5", { [name]: [givenTwice] })
    const portions: Uint8Array[] = []
    let size = 0
    return {
      add(bytes) {
        size += bytes.byteLength
        if (size > fieldBytes)
          throw invalid("27.5", { [name || "body"]: [`must not be larger than ${fieldBytes} bytes`] })
        portions.push(bytes)
      },
      end: () => {
        const text = Buffer.concat(portions).toString()
        const all = before === undefined ? text : [...(typeof before === "string" ? [before] : before), text]
        this.#fields.set(name, all)
      },
    }
  }

  #openFile({ name, filename = "" }: PartHead): PartBody {
    if (name !== fileField) {
      const isFile = "must be text, not a file: send the part without a filename"
      throw this.names.includes(name)
        ? invalid("27.5", { [name]: [isFile] })
        : unknownPart(name || "body", this.#near(name))
    }
    if (this.upload !== undefined) throw invalid("27.5", { [fileField]: [givenTwice] })
    const cutter = new PieceCutter(filename)
    this.upload = cutter
    return {
      add(bytes) {
        if (cutter.size + bytes.byteLength > limits.importBytes) throw tooLarge()
        cutter.add(bytes)
      },
      end: () => cutter.end(),
    }
  }
}
