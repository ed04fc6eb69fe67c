import type { Decoders } from '../../formats/decoders'
import { openPacked } from './open-packed'
import { withPdf } from './pdf-document'
import { closePdfHandle } from './pdf-handle'
import { makeThumbnail } from './thumbnail'
import { loadZipMethods } from './zip-methods'

/** The real libraries; imported by parser processes only. */
export const DECODERS: Decoders = { thumbnail: makeThumbnail, openPacked, loadZipMethods, withPdf: withOnlyPdf }

/** Closes the PDF that is open for readers first: one process has one open. */
function withOnlyPdf<T>(...[source, use]: Parameters<typeof withPdf<T>>): Promise<T> {
  closePdfHandle()
  return withPdf(source, use)
}
