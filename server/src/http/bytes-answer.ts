import { refused } from '../kernel/app-error'

/**
 * Up to this size the runtime always sends headers and body in one write. A longer body only in a synchronous response:
 * after an await, each header name, value and line break is a separate write, 40 system calls in total.
 */
const SENT_AT_ONCE = 15_000

/**
 * An answer of bytes with its length, sent in one piece: a stream that is written and ended at once, which the runtime
 * joins before it sends the headers (oven-sh/bun#41341 describes this for all bodies).
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
  // With a smaller buffer the stream would start before its end is known, and have no length. Browser type libraries
  // lack this kind of source.
  const body = new ReadableStream(source as object, { highWaterMark: bytes.length + 1 })
  // HEAD has headers only.
  return new Response(body, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } })
}

/** Files up to this size are read first: the runtime sends headers piecemeal for files it reads itself, too. */
const READ_FIRST = 1024 ** 2

/**
 * An answer with a file or part of one.
 * @throws NotFound if it is not readable
 */
export async function blobAnswer(file: Blob, headers: Readonly<Record<string, string>>): Promise<Response> {
  if (file.size > READ_FIRST) return new Response(file, { headers })
  const read = await file.bytes().catch(() => {
    throw refused('NotFound', 'file_changed', 'The file is missing')
  })
  return bytesAnswer(read, headers)
}
