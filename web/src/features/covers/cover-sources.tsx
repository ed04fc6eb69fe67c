import { Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button'
import { bookCover } from '../books/book-facts'
import { bookTitle } from '../books/book-title'
import { booksOfSeriesQuery } from '../books/books.queries'
import classes from './covers.module.css'
import { addCover, type CoverSubject, pagePicture } from './covers.queries'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly busy: boolean
  readonly run: (act: () => Promise<unknown>) => void
}

/** Maximum number of offered books of a series. */
const mostBooks = 24

/** Pictures without an upload: a page, the cover of a book, a web address, or drawn from the title. */
export function CoverSources({ subject, busy, run, problem }: Props & { readonly problem: string | null }) {
  const [address, setAddress] = useState('')
  const fetchPicture = async () => {
    await addCover(subject, { url: address.trim() })
    setAddress('')
  }
  return (
    <section className={classes.sources} aria-label={tc('covers.from')}>
      <form
        className={classes.address}
        data-transient
        onSubmit={event => {
          event.preventDefault()
          if (address.trim()) run(fetchPicture)
        }}
      >
        <TextInput
          type="url"
          label={tc('covers.address')}
          placeholder="https://"
          maxLength={2000}
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={busy || !address.trim()}>
          {tc('covers.fetch')}
        </Button>
      </form>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <Button variant="default" disabled={busy} onClick={() => run(() => addCover(subject, { generated: true }))}>
        {tc(subject.kind === 'name' ? 'covers.drawInitials' : 'covers.draw')}
      </Button>
      {subject.kind === 'book' && (subject.pages ?? 0) > 0 && (
        <PagePicker subject={subject} pages={subject.pages ?? 1} busy={busy} run={run} />
      )}
      {subject.kind === 'series' && <BookPicker subject={subject} busy={busy} run={run} />}
    </section>
  )
}

function PagePicker({ subject, pages, busy, run }: Props & { readonly pages: number }) {
  const [page, setPage] = useState(1)
  const show = (wanted: number) => setPage(Math.min(pages, Math.max(1, wanted)))
  return (
    <fieldset className={classes.pages}>
      <legend>{tc('covers.page')}</legend>
      <IconButton label={tc('covers.previousPage')} ariaDisabled={page <= 1} onClick={() => show(page - 1)}>
        <IconChevronLeft size={20} stroke={1.8} />
      </IconButton>
      <img src={pagePicture(subject.id, page)} alt={tc('covers.pagePicture', { page: String(page) })} />
      <IconButton label={tc('covers.nextPage')} ariaDisabled={page >= pages} onClick={() => show(page + 1)}>
        <IconChevronRight size={20} stroke={1.8} />
      </IconButton>
      <div className={classes.pageChoice}>
        <input
          type="number"
          aria-label={tc('covers.page')}
          min={1}
          max={pages}
          value={page}
          onChange={event => show(Number(event.currentTarget.value) || 1)}
        />
        <Button variant="default" disabled={busy} onClick={() => run(() => addCover(subject, { page }))}>
          {tc('covers.usePage')}
        </Button>
      </div>
    </fieldset>
  )
}

function BookPicker({ subject, busy, run }: Props) {
  const { data = [] } = useQuery(booksOfSeriesQuery(subject.id))
  if (data.length < 2) return null
  return (
    <fieldset className={classes.books}>
      <legend>{tc('covers.ofBook')}</legend>
      {data.slice(0, mostBooks).map(book => (
        <button
          key={book.id}
          type="button"
          className={classes.pick}
          aria-label={bookTitle(book)}
          title={bookTitle(book)}
          disabled={busy}
          onClick={() => run(() => addCover(subject, { bookId: book.id }))}
        >
          <img src={bookCover(book)} alt="" loading="lazy" />
        </button>
      ))}
    </fieldset>
  )
}
