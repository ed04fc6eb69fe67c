import { IconSearch } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { BookDto, ReadListMatchDto } from '../../api/types'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { BookSearch } from './book-search'
import { BookWords } from './book-words'
import classes from './curated-lists.module.css'
import { editionLine } from './curated-lists.queries'
import { tl } from './messages'

export type Entry = ReadListMatchDto['entries'][number]
/** The id of a book, null for none of the candidates, undefined while nothing is chosen. */
export type Choice = string | null | undefined

type Props = { readonly entry: Entry; readonly choice: Choice; readonly onChoose: (choice: Choice) => void }

/** An entry of a list file and its book: one of the matches, or one that is searched for. */
export function MatchRow({ entry, choice, onChoose }: Props) {
  const isUnclear = isUndecided(entry, choice)
  // The books to choose from stay while choosing.
  const [wasUnclear] = useState(isUnclear)
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<BookDto | null>(null)
  const group = useId()
  const name = `${entry.series}${entry.number ? ` #${entry.number}` : ''}`
  const said = dotted([editionLine(entry), isUnclear && tl('curated.unclear')])
  const books = [
    ...(found ? [{ ...found, bookId: found.id }] : []),
    ...entry.candidates.filter(({ bookId }) => bookId !== found?.id),
  ]
  const chosen = books.find(({ bookId }) => bookId === choice)
  return (
    <li data-undecided={isUnclear}>
      <span className={classes.rowWords}>
        <bdi>{name}</bdi>
        {said && <span className={classes.line}>{said}</span>}
      </span>
      <span className={classes.match}>
        {chosen ? (
          <BookWords book={chosen} />
        ) : (
          <span className={classes.line}>
            {isUnclear ? tl('curated.candidates', { count: books.length }) : tl('curated.missing')}
          </span>
        )}
        <IconButton
          label={tl('curated.findBook', { name })}
          pressed={searching}
          onClick={() => setSearching(!searching)}
        >
          <IconSearch size={18} stroke={1.7} />
        </IconButton>
      </span>
      {(wasUnclear || searching) && books.length > 0 && (
        <fieldset className={classes.choices}>
          <legend className={classes.said}>{tl('curated.bookFor', { name })}</legend>
          {[...books, null].map(book => (
            <label key={book?.bookId ?? ''} className={classes.choice}>
              <input
                type="radio"
                name={group}
                checked={choice === (book?.bookId ?? null)}
                onChange={() => onChoose(book?.bookId ?? null)}
              />
              {book ? <BookWords book={book} /> : tl('curated.asMissing')}
            </label>
          ))}
        </fieldset>
      )}
      {searching && (
        <BookSearch
          label={tl('curated.findBook', { name })}
          first={entry.series}
          number={entry.number}
          onPick={book => {
            setFound(book)
            onChoose(book.id)
          }}
        />
      )}
    </li>
  )
}

/** Whether somebody has to choose. */
export const isUndecided = ({ state }: Entry, choice: Choice) => state === 'ambiguous' && choice === undefined
