import { useEffect, useState } from 'react'
import { Sheet } from '../../chrome/sheet'
import classes from '../../epub/search/search-sheet.module.css'
import { tr } from '../../messages'
import type { ToolPanel } from '../../reader.types'
import { findInPages, type PageHit } from './find-in-pages'
import type { OpenDocument } from './page-tools.types'

type Props = ToolPanel & { readonly bookId: string; readonly open: OpenDocument }

const PAUSE_MS = 300
// The last search stays when the panel is opened again for the next hit.
let last = { bookId: '', query: '' }

/** Text search in a PDF shown as images, with links to pages. */
export default function PageSearch({ bookId, open, onGo, onClose }: Props) {
  const [query, setQuery] = useState(last.bookId === bookId ? last.query : '')
  last = { bookId, query }
  const { hits, done } = useHits(open, query)
  const said = done < 1 ? 'search.going' : 'search.found'
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
        {query.trim() === '' ? '' : tr(said, { count: hits.length })}
      </p>
      <ol>
        {hits.map(hit => (
          <li key={`${hit.page}.${hit.at}`}>
            <button type="button" className={classes.hit} onClick={() => onGo(hit.page)}>
              <span className={classes.chapter}>{tr('page', { page: hit.page + 1 })}</span>
              <span>
                …{hit.before}
                <mark className={classes.match}>{hit.match}</mark>
                {hit.after}…
              </span>
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function useHits(open: OpenDocument, query: string): { readonly hits: readonly PageHit[]; readonly done: number } {
  const [found, setFound] = useState<{ hits: readonly PageHit[]; done: number }>({ hits: [], done: 1 })
  useEffect(() => {
    if (query.trim() !== '') setFound({ hits: [], done: 0 })
    const going = new AbortController()
    const nothing = () => going.signal.aborted || setFound({ hits: [], done: 1 })
    const timer = setTimeout(() => {
      if (query.trim() === '') return nothing()
      const report = (hits: readonly PageHit[], done: number) => setFound({ hits, done })
      void open()
        .then(document => findInPages(document, query, going.signal, report))
        .catch(nothing)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      going.abort()
    }
  }, [open, query])
  return found
}
