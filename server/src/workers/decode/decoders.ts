import type { Decoders } from '../../formats/decoders'
import { openPacked } from './open-packed'
import { withPdf } from './pdf-document'
import { makeThumbnail } from './thumbnail'
import { loadZipMethods } from './zip-methods'

/** The real libraries; imported by parser processes only. */
export const DECODERS: Decoders = { thumbnail: makeThumbnail, openPacked, loadZipMethods, withPdf }
