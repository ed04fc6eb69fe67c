import { NativeSelect } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { BookDto, ReadListMatchDto } from '../../api/types'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { bookTitle } from '../books/book-title'
import { BookSearch } from './book-search'
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
  // In a long list, these are the ones to check.
  const isUnclear = entry.state === 'ambiguous' && !chosen
  const said = dotted([editionLine(entry), isUnclear && tl('curated.unclear')])
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
