import { AppError } from '../kernel/app-error'
import { bodyBytes } from './input'

/** What a form has besides its file: names, boundaries. */
const FORM_BYTES = 16 * 1024

/**
 * The file of a form, from the first of the parts named that has one. Its own name and type say nothing of its content.
 * @throws UnsupportedMediaType when it is no form; PayloadTooLarge; BadRequest when it has no file
 */
export async function uploadedFile(request: Request, parts: readonly string[], maxBytes: number): Promise<Blob> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new AppError('UnsupportedMediaType', 'Send the file as multipart/form-data')
  }
  const bytes = await bodyBytes(request, maxBytes + FORM_BYTES)
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => null)
  if (form === null) throw new AppError('BadRequest', 'The form cannot be read')
  for (const part of parts) {
    const file = form.get(part)
    if (file === null || typeof file === 'string') continue
    if (file.size === 0) throw new AppError('BadRequest', 'The file is empty', { path: part })
    if (file.size > maxBytes) throw new AppError('PayloadTooLarge', `The file is larger than ${maxBytes} bytes`)
    return file
  }
  throw new AppError('BadRequest', `The form has no file: name it ${parts[0]}`, { path: parts[0] })
}
