import ComicReader from '../comic/comic-reader'
import type { ReaderProps } from '../reader.types'

export default function PdfReader(props: ReaderProps) {
  return <ComicReader {...props} />
}
