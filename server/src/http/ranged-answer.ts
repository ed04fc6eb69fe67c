import { AppError } from '../kernel/app-error'
import { LIMITS } from '../kernel/limits'
import { matchesEtag, notModified } from './etag'
import { requestedRange } from './range'
import { streamOf } from './stream'

/** Bytes of a known length, readable by range. */
export interface Ranged {
  readonly size: number
  readonly body: Blob | ((first: number, last: number) => AsyncGenerator<Uint8Array, void>)
}

/**
 * The whole, the requested range, 304 or 416. The strong ETag in `headers` identifies the bytes.
 *
 * Bun sends no length with streams (oven-sh/bun#10507, `stream-length.test.ts`), so small content is joined first. For
 * large content, HEAD and ranges include the length; `features/catalogue/pages` sends it from a file if it can.
 */
export async function rangedAnswer(
  request: Request,
  headers: Readonly<Record<string, string>> & { readonly ETag: string },
  open: () => Ranged | Promise<Ranged>,
): Promise<Response> {
  const common = { 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache', ...headers }
  if (matchesEtag(request, headers.ETag)) return notModified(common)
  const { size, body } = await open()
  const range = requestedRange(request, size, headers.ETag)
  if (range.kind === 'outside') {
    const error = new AppError('RangeNotSatisfiable', `The file has ${size} bytes`)
    return Response.json(
      { error: error.code, message: error.message },
      { status: 416, headers: { 'Content-Range': `bytes */${size}` } },
    )
  }
  const { first, last } = range.kind === 'whole' ? { first: 0, last: size - 1 } : range
  const length = { 'Content-Length': String(last - first + 1) }
  const sent = await bodyOf(body, first, last)
  if (range.kind === 'whole') return new Response(sent, { headers: { ...common, ...length } })
  return new Response(sent, {
    status: 206,
    headers: { ...common, ...length, 'Content-Range': `bytes ${first}-${last}/${size}` },
  })
}

function bodyOf(body: Ranged['body'], first: number, last: number): Blob | Promise<ArrayBuffer> | ReadableStream {
  if (body instanceof Blob) return first === 0 && last === body.size - 1 ? body : body.slice(first, last + 1)
  const stream = streamOf(body(first, last))
  return last - first < LIMITS.pages.joinedArchive ? new Response(stream).arrayBuffer() : stream
}
