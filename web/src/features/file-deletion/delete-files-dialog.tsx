import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { DeleteFilesRequest, FileDeletionPreviewDto } from '../../api/types'
import { formatSize, t } from '../../messages'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import classes from './delete-files-dialog.module.css'
import { deleteFiles, previewDeletion } from './file-deletion.queries'
import { tf } from './messages'

type Props = {
  /** Of a single one. */
  readonly name?: string
  /** The owners of the files to delete. */
  readonly of: 'books' | 'series'
  readonly ids: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Lists every file to delete with its size; a confirmation must be typed. */
export function DeleteFilesDialog({ name, of, ids, onDone, onClose }: Props) {
  const [done, setDone] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.fileDeletion(ids),
    queryFn: ({ signal }) => previewDeletion(of, ids, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      large
      opened
      title={name ? tf('files.title', { name }) : tf(`files.titleMany.${of}`, { count: ids.length })}
      onClose={done ? onDone : onClose}
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      <div aria-live="polite">
        {data?.allowed && data.fileCount > 0 && !done && (
          <p className={classes.sum}>{tf('files.sum', { count: data.fileCount, size: formatSize(data.size) })}</p>
        )}
      </div>
      {data && (
        <Doomed of={of} ids={ids} preview={data} onResult={() => setDone(true)} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  )
}

type DoomedProps = Omit<Props, 'name'> & {
  readonly preview: FileDeletionPreviewDto
  /** Something was deleted, and something was not. */
  readonly onResult: () => void
}

function Doomed({ of, ids, preview, onResult, onDone, onClose }: DoomedProps) {
  const [typed, setTyped] = useState('')
  const [withFolder, setWithFolder] = useState(false)
  const remove = useMutation({
    mutationFn: (body: DeleteFilesRequest) => deleteFiles(of, ids, body),
    onSuccess: done => {
      if (done.files > 0) toast({ message: tf('files.done', { count: done.files }) })
      if (done.failed === 0) onDone()
      else onResult()
    },
    // Also without an answer: the server may be deleting.
    onSettled: () => {
      for (const queryKey of [queryKeys.books, queryKeys.series, queryKeys.libraries, queryKeys.audit]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    remove.mutate({ confirm: typed, removeEmptyFolder: withFolder })
  }
  const { files, fileCount, spared, readers, confirm } = preview
  const mayGo = preview.allowed && fileCount > 0
  if (remove.data) {
    return (
      <div className={form.form}>
        <SparedFiles title={tf('files.failed', { count: remove.data.failed })} spared={remove.data.spared} />
        <div className={form.buttons}>
          <Button onClick={onDone}>{t('action.close')}</Button>
        </div>
      </div>
    )
  }
  return (
    <form className={form.form} data-transient onSubmit={submit}>
      {!preview.allowed && (
        <Callout tone="calm" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={tf('files.nothing')}>
          {tf('files.notAllowed')}
        </Callout>
      )}
      {fileCount > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ul className={classes.files} tabIndex={0} aria-label={tf('files.list')}>
          {files.map(file => (
            <li key={file.path}>
              <code>{file.path}</code>
              <span>{formatSize(file.size)}</span>
            </li>
          ))}
          {fileCount > files.length && <li>{tf('files.more', { count: fileCount - files.length })}</li>}
        </ul>
      )}
      {spared.length > 0 && (
        <SparedFiles title={tf(fileCount > 0 ? 'files.notDeleted' : 'files.nothing')} spared={spared} />
      )}
      {mayGo && (
        <>
          <p className={form.hint}>
            {readers.length > 0 && `${tf('files.readers', { names: readers.join(', ') })} `}
            {tf('files.progressKept')}
          </p>
          <Toggle label={tf('files.alsoFolder')} on={withFolder} onChange={setWithFolder} />
          <TextInput
            label={
              ids.length > 1 ? tf('files.confirmMany', { count: confirm }) : tf('files.confirm', { name: confirm })
            }
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
        </>
      )}
      <div className={form.buttons}>
        {remove.error && (
          <p role="alert" className={form.error}>
            {errorSentence(remove.error)}
          </p>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t(mayGo ? 'action.cancel' : 'action.close')}
        </Button>
        {mayGo && (
          <Button
            type="submit"
            color="danger"
            loading={remove.isPending}
            disabled={typed.normalize().trim() !== confirm.normalize().trim()}
          >
            {tf('files.delete')}
          </Button>
        )}
      </div>
    </form>
  )
}

type SparedProps = { readonly title: string; readonly spared: FileDeletionPreviewDto['spared'] }

function SparedFiles({ title, spared }: SparedProps) {
  return (
    <Callout tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={title}>
      <span className={classes.sparedList}>
        {spared.map(({ path: file, why }) => (
          <span key={file} className={classes.spared}>
            <code>{file}</code> {tf(`files.spared.${why}`)}
          </span>
        ))}
      </span>
    </Callout>
  )
}
