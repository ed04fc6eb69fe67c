import '../../ui/fields.css'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_BOOKS } from '../../device/downloads'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { download } from './downloader'
import { to } from './messages'
import { type BooksFrom, nextBooks } from './next-books'

const COUNTS = ['1', '3', '5', '10', '25', 'all'] as const

/** Asks how many books of a series or list to download. */
export default function DownloadDialog({ from, onClose }: { readonly from: BooksFrom; readonly onClose: () => void }) {
  const [count, setCount] = useState<(typeof COUNTS)[number]>('3')
  const start = useMutation({
    mutationFn: async () => download(await nextBooks(from, count === 'all' ? MOST_BOOKS : Number(count))),
    onSuccess: added => {
      toast({ message: added > 0 ? to('offline.queued', { count: added }) : to('offline.nothingNew') })
      onClose()
    },
  })
  return (
    <Dialog opened title={t('offline.download')} onClose={onClose}>
      <div className={form.form}>
        <p>{from.title}</p>
        <NativeSelect
          label={to('offline.howMany')}
          value={count}
          onChange={event => setCount(event.currentTarget.value as typeof count)}
          data={COUNTS.map(value => ({
            value,
            label: value === 'all' ? to('offline.allUnread') : to('offline.next', { count: Number(value) }),
          }))}
        />
        <div className={form.buttons}>
          {start.error && (
            <p role="alert" className={form.error}>
              {errorSentence(start.error)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button data-autofocus loading={start.isPending} onClick={() => start.mutate()}>
            {to('offline.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
