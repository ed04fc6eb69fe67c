import { AppError } from '../kernel/app-error'

/**
 * Up to this many bytes the runtime always sends headers and body in one write. With a longer body it does so only for a
 * synchronous response: after an await, each header name, value and line break is a write of its own, 40 system calls in
 * all.
 */
const SENT_AT_ONCE = 15_000

/**
 * An answer of bytes that leaves in one piece, with its length: as a stream that is written and ended in one go, which the
 * runtime puts together before it sends the headers (oven-sh/bun#41341 is the same for all bodies).
 */
export function bytesAnswer(
  bytes: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Response {
  if (bytes.length <= SENT_AT_ONCE) return new Response(bytes, { status, headers })
  const source: Bun.DirectUnderlyingSource = {
    type: 'direct',
    pull(sink) {
      sink.write(bytes)
      sink.end()
    },
  }
  // Fewer would be sent before the end is known, and no length with them.
  // The libraries of browsers know no such source.
  const body = new ReadableStream(source as object, { highWaterMark: bytes.length + 1 })
  // HEAD is answered by the header alone.
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/** Files up to here are read first: the runtime sends what it reads itself header by header, too. */
const READ_FIRST = 1024 ** 2

/**
 * An answer of a file or of a part of one.
 * @throws NotFound when it cannot be read now
 */
export async function blobAnswer(file: Blob, headers: Readonly<Record<string, string>>): Promise<Response> {
  if (file.size > READ_FIRST) return new Response(file, { headers })
  const read = await file.bytes().catch(() => {
    throw new AppError('NotFound', 'The file is not there now')
  })
  return bytesAnswer(read, headers)
}
