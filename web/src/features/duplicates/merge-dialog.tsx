import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { DeleteFiles } from './delete-files'
import { type Merge, mergePreviewQuery, useMerge } from './merge.queries'
import { PassesOn } from './passes-on'

type Props = { readonly merge: Merge; readonly title: string; readonly onClose: () => void }

/** A preview of what passes on, and the merge. */
export function MergeDialog({ merge, title, onClose }: Props) {
  const mayDelete = useMay('books-delete') && merge.duplicateId !== undefined
  const [deleteFiles, setDeleteFiles] = useState(false)
  const preview = useQuery(mergePreviewQuery(merge))
  const act = useMerge(merge, onClose)
  const { books = 0, passesOn = [] } = preview.data ?? {}
  return (
    <Dialog title={ta('duplicates.mergeTitle', { title })} opened onClose={onClose}>
      <div className={form.form}>
        {preview.error && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
        <div className={form.form} aria-live="polite">
          {preview.data && (
            <p>
              {merge.kind === 'books'
                ? ta('duplicates.mergeBooksText', { count: books })
                : ta('duplicates.mergeSeriesText', { count: books })}
            </p>
          )}
          {preview.data && passesOn.length === 0 && <p className={form.hint}>{ta('duplicates.nothingPassesOn')}</p>}
          {passesOn.length > 0 && <PassesOn counts={passesOn} />}
        </div>
        {mayDelete && <DeleteFiles count={merge.otherIds.length} on={deleteFiles} onChange={setDeleteFiles} />}
        <FormEnd
          error={act.error}
          save={ta(deleteFiles ? 'duplicates.mergeAndDelete' : 'duplicates.merge')}
          saving={act.isPending}
          disabled={!preview.data}
          onSave={() => act.mutate(deleteFiles)}
          danger={deleteFiles}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}
