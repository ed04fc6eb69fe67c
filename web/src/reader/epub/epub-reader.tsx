import ComicReader from '../comic/comic-reader'
import type { ReaderProps } from '../reader.types'

export default function EpubReader(props: ReaderProps) {
  return <ComicReader {...props} />
}
