import { useEffect, useState } from 'react'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import { currentLine } from '../toc.rules'
import type { Epub } from '../use-epub'
import type { ChapterTarget } from '../use-frames'
import { type Hit, searchBook } from './book-search'
import classes from './search-sheet.module.css'

type Props = { readonly epub: Epub; readonly onGo: (to: ChapterTarget) => void; readonly onClose: () => void }

const PAUSE_MS = 300
// The last search is still there when the panel is opened again.
let lastQuery = { bookId: '', query: '' }

export function SearchSheet({ epub, onGo, onClose }: Props) {
  const [query, setQuery] = useState(lastQuery.bookId === epub.book.id ? lastQuery.query : '')
  const { hits, done } = useSearch(epub, query)
  lastQuery = { bookId: epub.book.id, query }
  const asked = query.trim().length > 0
  return (
    <Sheet title={tr('search')} onClose={onClose}>
      <input
        className={classes.field}
        type="search"
        data-first-focus
        aria-label={tr('search')}
        placeholder={tr('search.placeholder')}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
      />
      <p className={classes.state} role="status">
        {!asked
          ? ''
          : done < 1
            ? tr('search.going', { count: hits.length })
            : tr('search.found', { count: hits.length })}
      </p>
      <ol>
        {hits.map(hit => (
          <li key={`${hit.chapter}.${hit.start}`}>
            <button
              type="button"
              className={classes.hit}
              onClick={() => onGo({ chapter: hit.chapter, target: { kind: 'found', start: hit.start, end: hit.end } })}
            >
              <HitText epub={epub} hit={hit} />
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function HitText({ epub, hit }: { readonly epub: Epub; readonly hit: Hit }) {
  const title = epub.lines[currentLine(epub.lines, hit.chapter)]?.title
  return (
    <>
      {title && <span className={classes.chapter}>{title}</span>}
      <span>
        …{hit.before}
        <mark className={classes.match}>{hit.match}</mark>
        {hit.after}…
      </span>
    </>
  )
}

function useSearch(epub: Epub, query: string): { readonly hits: readonly Hit[]; readonly done: number } {
  const [found, setFound] = useState<{ hits: readonly Hit[]; done: number }>({ hits: [], done: 1 })
  useEffect(() => {
    const going = new AbortController()
    const timer = setTimeout(() => {
      if (query.trim() === '') return setFound({ hits: [], done: 1 })
      setFound({ hits: [], done: 0 })
      void searchBook(epub.chapters, query, going.signal, (hits, done) => setFound({ hits, done }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      going.abort()
    }
  }, [epub.chapters, query])
  return found
}
