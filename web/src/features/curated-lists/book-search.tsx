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
  readonly onPick: (book: BookDto) => void
}

/** Books of all libraries by a search, of which one is chosen. */
export function BookSearch({ label, first, onPick }: Props) {
  const [text, setText] = useState(first)
  const search = useDeferredValue(text.trim())
  const { data } = useQuery({
    queryKey: [...queryKeys.books, 'match', search],
    queryFn: ({ signal }) =>
      api.post('/api/v1/books/list', { query: { pageSize: OFFERED }, body: { fullTextSearch: search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const books = search === '' ? [] : (data?.data ?? [])
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
