import { Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { BookWords } from './book-words'
import classes from './curated-lists.module.css'
import { tl } from './messages'

const OFFERED = 8

type Props = {
  readonly label: string
  readonly first: string
  /** Books with this number come first. */
  readonly number?: string | null | undefined
  readonly onPick: (book: BookDto) => void
}

/** Books of all libraries by a search, of which one is chosen. */
export function BookSearch({ label, first, number, onPick }: Props) {
  const [text, setText] = useState(first)
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: [...queryKeys.books, 'match', search, number],
    queryFn: ({ signal }) => booksFor(search, Number.parseFloat(number ?? ''), signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const books = search === '' ? [] : (data ?? [])
  const place = useRef<HTMLDivElement>(null)
  const shown = data && books.length
  useEffect(() => {
    if (shown !== undefined) showWithin(place.current)
  }, [shown])
  return (
    <div ref={place} className={classes.search}>
      <TextInput
        aria-label={label}
        autoComplete="off"
        autoFocus
        value={text}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setText(event.currentTarget.value)}
      />
      <p className={classes.said} role="status">
        {data && search !== '' && t('books.count', { count: books.length })}
      </p>
      <ul>
        {books.map(book => (
          <li key={book.id}>
            <Button variant="subtle" onClick={() => onPick(book)}>
              <BookWords book={book} />
            </Button>
          </li>
        ))}
      </ul>
      {data && books.length === 0 && <p className={classes.line}>{tl('curated.noBooks')}</p>}
    </div>
  )
}

/** The best matches; before them, those that have the number. */
async function booksFor(search: string, number: number, signal: AbortSignal): Promise<readonly BookDto[]> {
  const found = (condition: object) =>
    api.post('/api/v1/books/list', {
      query: { pageSize: OFFERED },
      body: { fullTextSearch: search, ...condition },
      signal,
    })
  const [numbered, all] = await Promise.all([
    Number.isNaN(number) ? null : found({ condition: { number: { operator: 'eq', value: number } } }),
    found({}),
  ])
  const books = new Map([...(numbered?.data ?? []), ...all.data].map(book => [book.id, book]))
  return [...books.values()].slice(0, OFFERED)
}

/**
 * Scrolls only the list around it: `scrollIntoView` would scroll the dialog too, and move the button below the list
 * that is about to be pressed.
 */
function showWithin(element: HTMLElement | null) {
  const list = element?.closest('ol')
  if (!element?.contains(document.activeElement) || !list) return
  const [own, around] = [element.getBoundingClientRect(), list.getBoundingClientRect()]
  const below = own.bottom - around.bottom
  if (below > 0) list.scrollTop += Math.min(below, own.top - around.top)
}
