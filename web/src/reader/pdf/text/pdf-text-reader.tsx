import { useEffect } from 'react'
import { WholePageLoader } from '../../../ui/whole-page-loader'
import { useReadingPlace } from '../../progress/use-place'
import { OpenPdf } from './open-pdf'
import { loadPdfLibrary } from './pdf-library'
import type { PdfTextProps } from './pdf-text.types'

/** A PDF as text: with selection, search, links and unlimited zoom. */
export default function PdfTextReader(props: PdfTextProps) {
  const { book, incognito } = props
  const place = useReadingPlace({ bookId: book.id, counts: 'pages', incognito })
  // Loads while the place is requested. Opening the file reports a failure.
  useEffect(() => void loadPdfLibrary().catch(() => undefined), [])
  if (place.start === undefined) return <WholePageLoader />
  return <OpenPdf {...props} place={place} opening={props.page ?? place.start?.page ?? 1} />
}
