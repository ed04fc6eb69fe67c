import type { ReaderProps } from '../../reader.types'

export type PdfTextProps = ReaderProps & { readonly onImageMode: () => void }

/** What is open over the pages. */
export type PdfPanel = 'goTo' | 'outline' | 'end' | null
