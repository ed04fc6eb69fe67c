import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { BookDto, ReadListEntryDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { BookSearch } from './book-search'
import { entryWords, setEntryBook } from './curated-lists.queries'
import { tl } from './messages'

type Props = { readonly listId: string; readonly entry: ReadListEntryDto; readonly onClose: () => void }

/** Chooses the book that a list means by a missing one, with undo. */
export default function ChooseBookDialog({ listId, entry, onClose }: Props) {
  const { name } = entryWords(entry)
  const choose = useMutation({
    mutationFn: (book: BookDto | null) => setEntryBook(listId, entry.id, book?.id ?? null),
    onSuccess: (_, book) => {
      if (!book) return onClose()
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
        <BookSearch
          label={tl('curated.findBook', { name })}
          first={entry.wanted?.series ?? ''}
          onPick={book => {
            if (!choose.isPending) choose.mutate(book)
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
