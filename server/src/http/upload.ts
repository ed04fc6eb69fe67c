import { AppError, refused } from '../kernel/app-error'
import { bodyBytes, largerThan } from './input'

/** Allowance for a form's overhead: names, boundaries. */
const FORM_BYTES = 16 * 1024
/** Maximum number of parts in a form, as each one takes time to parse. */
const MOST_PARTS = 16

/**
 * The file of a form, from the first of the named parts that has one. Its name and type are not trusted.
 * @throws UnsupportedMediaType if it is not a form; PayloadTooLarge; BadRequest without a file
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
  // The verified boundary, whatever else the header contains.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (form === null) throw unreadable()
  for (const part of parts) {
    const file = form.get(part)
    if (file === null || typeof file === 'string') continue
    if (file.size === 0) throw refused('BadRequest', 'file_empty', 'The file is empty', part)
    if (file.size > maxBytes) throw largerThan(maxBytes, 'file')
    return file
  }
  throw new AppError('BadRequest', `The form has no file: name it ${parts[0]}`, { path: parts[0] })
}

/** By RFC 2046; null if invalid. */
function boundaryOf(type: string): string | null {
  const match = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2] ?? ''
  return /^[\w'()+,./:=? -]{1,70}$/.test(boundary) ? boundary : null
}

/** @throws BadRequest before a form with too many parts, or with too long headers, is parsed */
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
