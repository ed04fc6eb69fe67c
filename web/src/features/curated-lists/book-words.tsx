import { t } from '../../messages'
import { dotted } from '../../ui/detail'
import { bookTitle, numberBelow, type TitledBook } from '../books/book-title'
import classes from './curated-lists.module.css'

type Props = { readonly book: TitledBook & { readonly libraryName: string; readonly year?: number | null | undefined } }

/** A book among similar ones: its title, and below it what distinguishes it. */
export function BookWords({ book }: Props) {
  const title = bookTitle(book)
  const series = title === book.seriesName ? null : book.seriesName
  // Many files name a year as the volume.
  const volume =
    typeof book.volume === 'number' && book.volume < 1900 ? t('books.volume', { number: String(book.volume) }) : null
  const numbers = [numberBelow(book), volume === title ? null : volume]
  const facts = [
    series,
    book.libraryName,
    ...numbers.map(each => each?.replaceAll(' ', '\u00a0')),
    book.year?.toString(),
  ]
  return (
    <span className={classes.bookWords}>
      <bdi>{title}</bdi>
      <span className={classes.facts}>{dotted([...new Set(facts)])}</span>
    </span>
  )
}
