import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { Toggle } from '../../ui/toggle'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { useDeletesFiles } from '../file-deletion'
import { type Merge, mergePreviewQuery, useMerge } from './merge.queries'
import { PassesOn } from './passes-on'

type Props = { readonly merge: Merge; readonly title: string; readonly onClose: () => void }

/** A preview of what passes on, and the merge. */
export function MergeDialog({ merge, title, onClose }: Props) {
  const mayDelete = useMay('books-delete') && merge.duplicateId !== undefined
  const deletesFiles = useDeletesFiles(mayDelete)
  const [deleteFiles, setDeleteFiles] = useState(false)
  const preview = useQuery(mergePreviewQuery(merge))
  const act = useMerge(merge, onClose)
  const { books = 0, passesOn = [] } = preview.data ?? {}
  return (
    <Dialog title={ta('duplicates.mergeTitle', { title })} opened onClose={onClose}>
      <div className={form.form}>
        {preview.error && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
        {preview.data && (
          <>
            <p>
              {merge.kind === 'books'
                ? ta('duplicates.mergeBooksText', { count: books })
                : ta('duplicates.mergeSeriesText', { count: books })}
            </p>
            {passesOn.length === 0 ? (
              <p className={form.hint}>{ta('duplicates.nothingPassesOn')}</p>
            ) : (
              <PassesOn counts={passesOn} />
            )}
          </>
        )}
        {mayDelete && deletesFiles && (
          <Toggle
            label={ta('duplicates.deleteFiles', { count: merge.otherIds.length })}
            hint={ta('duplicates.deleteHint')}
            on={deleteFiles}
            onChange={setDeleteFiles}
          />
        )}
        {act.error && (
          <p role="alert" className={form.error}>
            {errorSentence(act.error)}
          </p>
        )}
        <div className={form.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            loading={act.isPending}
            disabled={!preview.data}
            onClick={() => act.mutate(deleteFiles)}
            {...(deleteFiles && { color: 'danger' })}
          >
            {ta(deleteFiles ? 'duplicates.mergeAndDelete' : 'duplicates.merge')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
