import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, ReadListMatchDto } from '../../api/types'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { bookTitle } from '../books/book-title'
import classes from './curated-lists.module.css'
import { editionLine } from './curated-lists.queries'
import { tl } from './messages'

export type Entry = ReadListMatchDto['entries'][number]

type Props = { readonly entry: Entry; readonly chosen: string; readonly onChoose: (bookId: string) => void }

/** An entry of a list file and its book: one of the matches, or one that is searched for. */
export function MatchRow({ entry, chosen, onChoose }: Props) {
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<BookDto | null>(null)
  const number = entry.number ? ` #${entry.number}` : ''
  const said = editionLine(entry)
  const name = `${entry.series}${number}`
  const books = [
    ...(found ? [{ value: found.id, label: dotted([found.seriesName, bookTitle(found)]) }] : []),
    ...entry.candidates
      .filter(({ bookId }) => bookId !== found?.id)
      .map(book => ({
        value: book.bookId,
        label: dotted([book.seriesName, bookTitle(book), book.year?.toString(), book.libraryName]),
      })),
  ]
  return (
    <li>
      <span className={classes.rowWords}>
        <span>{name}</span>
        {said && <span className={classes.line}>{said}</span>}
      </span>
      <span className={classes.match}>
        {books.length === 0 ? (
          <span className={classes.line}>{tl('curated.missing')}</span>
        ) : (
          <NativeSelect
            aria-label={tl('curated.bookFor', { name })}
            value={chosen}
            data={[{ value: '', label: tl('curated.asMissing') }, ...books]}
            onChange={event => onChoose(event.currentTarget.value)}
          />
        )}
        <IconButton
          label={tl('curated.findBook', { name })}
          pressed={searching}
          onClick={() => setSearching(!searching)}
        >
          <IconSearch size={18} stroke={1.7} />
        </IconButton>
      </span>
      {searching && (
        <BookSearch
          label={tl('curated.findBook', { name })}
          first={entry.series}
          onPick={book => {
            setFound(book)
            onChoose(book.id)
            setSearching(false)
          }}
        />
      )}
    </li>
  )
}

const OFFERED = 8

type SearchProps = {
  readonly label: string
  readonly first: string
  readonly onPick: (book: BookDto) => void
}

/** Books of all libraries by a search, of which one is chosen. */
function BookSearch({ label, first, onPick }: SearchProps) {
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
  return (
    <div className={classes.search}>
      <TextInput
        aria-label={label}
        autoComplete="off"
        autoFocus
        value={text}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setText(event.currentTarget.value)}
      />
      <ul>
        {books.map(book => (
          <li key={book.id}>
            <Button variant="subtle" size="compact-md" onClick={() => onPick(book)}>
              {dotted([book.seriesName, bookTitle(book)])}
            </Button>
          </li>
        ))}
      </ul>
      {data && books.length === 0 && <p className={classes.line}>{tl('curated.noBooks')}</p>}
    </div>
  )
}
