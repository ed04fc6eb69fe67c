import type { ReaderProps } from '../../reader.types'
import type { SavedSettings } from '../../settings/use-settings'
import type { PdfSettings } from '../pdf-settings'

export type PdfTextProps = ReaderProps & {
  readonly saved: SavedSettings<PdfSettings>
  readonly onImageMode: () => void
}

/** The open panel. */
export type PdfPanel = 'goTo' | 'outline' | 'settings' | 'help' | null
