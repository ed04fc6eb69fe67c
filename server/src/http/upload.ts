import { AppError } from '../kernel/app-error'
import { bodyBytes } from './input'

/** What a form has besides its file: names, boundaries. */
const FORM_BYTES = 16 * 1024
/** Parts of a form: more are no upload, and each one takes time to read. */
const MOST_PARTS = 16

/**
 * The file of a form, from the first of the parts named that has one. Its own name and type say nothing of its content.
 * @throws UnsupportedMediaType when it is no form; PayloadTooLarge; BadRequest when it has no file
 */
export async function uploadedFile(request: Request, parts: readonly string[], maxBytes: number): Promise<Blob> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new AppError('UnsupportedMediaType', 'Send the file as multipart/form-data')
  }
  const boundary = boundaryOf(type)
  if (boundary === null) throw unreadable()
  const bytes = await bodyBytes(request, maxBytes + FORM_BYTES)
  refuseManyParts(bytes, boundary)
  // The boundary that was counted, whatever else the header says.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (form === null) throw unreadable()
  for (const part of parts) {
    const file = form.get(part)
    if (file === null || typeof file === 'string') continue
    if (file.size === 0) throw new AppError('BadRequest', 'The file is empty', { path: part })
    if (file.size > maxBytes) throw new AppError('PayloadTooLarge', `The file is larger than ${maxBytes} bytes`)
    return file
  }
  throw new AppError('BadRequest', `The form has no file: name it ${parts[0]}`, { path: parts[0] })
}

/** As RFC 2046 allows it; null for none. */
function boundaryOf(type: string): string | null {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  return /^[\w'()+,./:=? -]{1,70}$/.test(boundary) ? boundary : null
}

/** @throws BadRequest before a form of very many parts, or with very long headers, is read in one piece */
function refuseManyParts(bytes: Buffer, boundary: string): void {
  const delimiter = `--${boundary}`
  let at = bytes.indexOf(delimiter)
  for (let parts = 0; at !== -1; parts++) {
    if (parts > MOST_PARTS) throw new AppError('BadRequest', `The form has more than ${MOST_PARTS} parts`)
    const head = bytes.subarray(at, at + FORM_BYTES)
    const next = bytes.indexOf(delimiter, at + delimiter.length)
    const isLast = next === -1
    if (!isLast && head.indexOf('\r\n\r\n') === -1) throw unreadable()
    at = next
  }
}

function unreadable(): AppError {
  return new AppError('BadRequest', 'The form cannot be read')
}
