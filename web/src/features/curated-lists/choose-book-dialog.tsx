import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReadListEntryDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { BookSearch } from './book-search'
import { BookWords } from './book-words'
import classes from './curated-lists.module.css'
import { candidatesQuery, entryWords, setEntryBook } from './curated-lists.queries'
import { tl } from './messages'

type Props = { readonly listId: string; readonly entry: ReadListEntryDto; readonly onClose: () => void }

/** Chooses the book that a list means by a missing one, with undo. */
export default function ChooseBookDialog({ listId, entry, onClose }: Props) {
  const { name } = entryWords(entry)
  const { data: candidates } = useQuery(candidatesQuery(entry))
  const choose = useMutation({
    mutationFn: (bookId: string | null) => setEntryBook(listId, entry.id, bookId, bookId === null),
    onSuccess: (_, bookId) => {
      if (bookId === null) return onClose()
      const run = () =>
        void setEntryBook(listId, entry.id, null).catch((error: unknown) =>
          toast({ message: errorSentence(error), tone: 'bad' }),
        )
      toast({ message: tl('curated.chosen', { name }), action: { label: t('action.undo'), run } })
      onClose()
    },
  })
  const forget = () => {
    if (!choose.isPending) choose.reset()
  }
  return (
    <Dialog opened title={tl('curated.bookFor', { name })} onClose={onClose}>
      <div className={form.form} aria-busy={choose.isPending} onInput={forget}>
        {candidates && candidates.length > 0 && (
          <ul className={classes.search} aria-label={tl('curated.candidates', { count: candidates.length })}>
            {candidates.map(book => (
              <li key={book.bookId}>
                <Button
                  variant="subtle"
                  onClick={() => {
                    if (!choose.isPending) choose.mutate(book.bookId)
                  }}
                >
                  <BookWords book={book} />
                </Button>
              </li>
            ))}
          </ul>
        )}
        <BookSearch
          label={tl('curated.findBook', { name })}
          first={entry.undecided ? '' : (entry.wanted?.series ?? '')}
          number={entry.wanted?.number}
          onPick={book => {
            if (!choose.isPending) choose.mutate(book.id)
          }}
        />
        {entry.undecided && (
          <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate(null)}>
            {tl('curated.asMissing')}
          </Button>
        )}
        {choose.error && (
          <p role="alert" className={form.error}>
            {errorSentence(choose.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
