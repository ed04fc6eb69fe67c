import type { Decoders } from '../../formats/decoders'
import { withPdf } from './pdf-document'
import { makeThumbnail } from './thumbnail'
import { openRar } from './unrar'

/** The real libraries; imported by parser processes only. */
export const DECODERS: Decoders = { thumbnail: makeThumbnail, openRar, withPdf }
