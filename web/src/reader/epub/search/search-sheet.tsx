import { useCallback } from 'react'
import { type FindText, TextSearch } from '../../chrome/text-search'
import type { Epub } from '../use-epub'
import type { ChapterTarget } from '../use-frames'
import { type Hit, MOST_HITS, searchBook } from './book-search'

type Props = { readonly epub: Epub; readonly onGo: (to: ChapterTarget) => void; readonly onClose: () => void }

/** Text search in an EPUB, with links to the words. */
export function SearchSheet({ epub, onGo, onClose }: Props) {
  const { book, chapters, lines } = epub
  const find = useCallback<FindText<Hit>>(
    (query, signal, report) => searchBook(chapters, lines, query, signal, report),
    [chapters, lines],
  )
  return (
    <TextSearch
      bookId={book.id}
      find={find}
      most={MOST_HITS}
      keyOf={hit => `${hit.chapter}.${hit.start}`}
      titleOf={hit => lines[hit.line]?.title}
      onGo={({ chapter, start, end }) => onGo({ chapter, target: { kind: 'found', start, end } })}
      onClose={onClose}
    />
  )
}
