import { crc32 } from "node:zlib"

/** An animated PNG of frames of one size: their image data unchanged, with the chunks that the PNG specification adds. */
export function movingPicture(frames: readonly { readonly png: Buffer; readonly seconds: number }[]): Buffer {
  const [first] = frames
  if (first === undefined) throw new RangeError("A moving picture needs a frame")
  const header = dataOf(first.png, "IHDR")
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  let sequence = 0
  const control = (seconds: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence++, 0)
    data.writeUInt32BE(width, 4)
    data.writeUInt32BE(height, 8)
    data.writeUInt16BE(Math.round(seconds * 10), 20)
    data.writeUInt16BE(10, 22)
    return chunk("fcTL", data)
  }
  const images = frames.flatMap(({ png, seconds }, index) => {
    if (!dataOf(png, "IHDR").equals(header)) throw new RangeError("All frames must have one size and colour type")
    const image = dataOf(png, "IDAT")
    if (index === 0) return [control(seconds), chunk("IDAT", image)]
    const beginning = control(seconds)
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return [beginning, chunk("fdAT", Buffer.concat([number, image]))]
  })
  const animation = Buffer.alloc(8)
  animation.writeUInt32BE(frames.length)
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("acTL", animation),
    ...images,
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** The frames of a picture that `movingPicture` made, as pictures that stand still. */
export function framesOf(picture: Buffer): Buffer[] {
  const header = chunk("IHDR", dataOf(picture, "IHDR"))
  const images = [...chunksOf(picture)].flatMap(({ type, data }) =>
    type === "IDAT" ? [data] : type === "fdAT" ? [data.subarray(4)] : [],
  )
  return images.map((image) => Buffer.concat([signature, header, chunk("IDAT", image), chunk("IEND", Buffer.alloc(0))]))
}

const signature = Buffer.from("89504e470d0a1a0a", "hex")

function* chunksOf(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    yield { type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

/** The data of all chunks of a type, joined: image data may be cut anywhere. */
const dataOf = (png: Buffer, type: string) =>
  Buffer.concat([...chunksOf(png)].filter((one) => one.type === type).map(({ data }) => data))

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
