import { useEffect, useState } from 'react'
import { tr } from '../messages'
import type { TextHit } from './excerpt.rules'
import { takeSearchText } from './replay-keys'
import { Sheet } from './sheet'
import classes from './text-search.module.css'

/** Reports hits so far, and the share of the book that was searched. */
export type FindText<Hit extends TextHit> = (
  query: string,
  signal: AbortSignal,
  report: (hits: readonly Hit[], done: number) => void,
) => Promise<void>

type Props<Hit extends TextHit> = {
  readonly bookId: string
  /** Memoised: the search starts again when it changes. */
  readonly find: FindText<Hit>
  /** The search ends with this number of hits. */
  readonly most: number
  readonly keyOf: (hit: Hit) => string
  /** Chapter or page of a hit. */
  readonly titleOf: (hit: Hit) => string | undefined
  readonly onGo: (hit: Hit) => void
  readonly onClose: () => void
}

const PAUSE_MS = 300
// The last search is still there when the panel is opened again.
let last = { bookId: '', query: '' }

/** Text search in a book, with links to the hits. */
export function TextSearch<Hit extends TextHit>({ bookId, find, most, keyOf, titleOf, onGo, onClose }: Props<Hit>) {
  const [query, setQuery] = useState(last.bookId === bookId ? last.query : '')
  last = { bookId, query }
  useEffect(() => {
    const text = takeSearchText()
    if (text) setQuery(text)
  }, [])
  const { hits, done } = useHits(find, query)
  const state = done < 1 ? 'search.going' : hits.length < most ? 'search.found' : 'search.most'
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
        {query.trim() === '' ? '' : tr(state, { count: hits.length })}
      </p>
      <ol>
        {hits.map(hit => (
          <li key={keyOf(hit)}>
            <button type="button" className={classes.hit} onClick={() => onGo(hit)}>
              <HitText title={titleOf(hit)} hit={hit} />
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}

function HitText({ title, hit }: { readonly title: string | undefined; readonly hit: TextHit }) {
  return (
    <>
      {title && <span className={classes.chapter}>{title}</span>}
      <span>
        {hit.before}
        <mark className={classes.match}>{hit.match}</mark>
        {hit.after}
      </span>
    </>
  )
}

function useHits<Hit extends TextHit>(find: FindText<Hit>, query: string) {
  const [found, setFound] = useState<{ readonly hits: readonly Hit[]; readonly done: number }>({ hits: [], done: 1 })
  useEffect(() => {
    const going = new AbortController()
    const nothing = () => going.signal.aborted || setFound({ hits: [], done: 1 })
    if (query.trim() !== '') setFound({ hits: [], done: 0 })
    const timer = setTimeout(() => {
      if (query.trim() === '') return nothing()
      void find(query, going.signal, (hits, done) => setFound({ hits, done })).catch(nothing)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      going.abort()
    }
  }, [find, query])
  return found
}
