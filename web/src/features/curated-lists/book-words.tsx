import { dotted } from '../../ui/detail'
import { bookTitle, numberBelow, type TitledBook } from '../books/book-title'
import classes from './curated-lists.module.css'

type Props = { readonly book: TitledBook & { readonly libraryName: string; readonly year?: number | null | undefined } }

/** A book among similar ones: its title, and below it what distinguishes it. */
export function BookWords({ book }: Props) {
  const title = bookTitle(book)
  const series = title === book.seriesName ? null : book.seriesName
  return (
    <span className={classes.bookWords}>
      <bdi>{title}</bdi>
      <span className={classes.facts}>
        {dotted([series, book.libraryName, numberBelow(book)?.replaceAll(' ', '\u00a0'), book.year?.toString()])}
      </span>
    </span>
  )
}
