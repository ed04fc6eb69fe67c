import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { WriteBackBookDto, WriteBackPreviewDto } from '../../api/types'
import { t } from '../../messages'
import { fieldLabel } from '../../messages/field-label'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { tw } from './messages'
import classes from './write-back-dialog.module.css'

/** One book or series by its name, or several of a selection. */
export type WriteBackSubject = {
  readonly name?: string
  readonly bookIds?: readonly string[]
  readonly seriesIds?: readonly string[]
}

type Props = { readonly subject: WriteBackSubject; readonly onClose: () => void }

export function WriteBackDialog({ subject, onClose }: Props) {
  const { name, bookIds = [], seriesIds = [] } = subject
  const body = { bookIds: [...bookIds], seriesIds: [...seriesIds] }
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.writeBack([...bookIds, ...seriesIds]),
    queryFn: ({ signal }) => api.post('/api/v1/books/metadata/write-back/preview', { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: () => api.post('/api/v1/books/metadata/write-back', { body }),
  })
  const title =
    name === undefined
      ? tw('write.titleMany', { count: bookIds.length + seriesIds.length })
      : tw('write.title', { name })
  return (
    <Dialog large opened title={title} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {start.data ? (
        <Writing taskIds={start.data.taskIds} onClose={onClose} />
      ) : (
        data && (
          <Difference
            preview={data}
            pending={start.isPending}
            problem={start.error && errorSentence(start.error)}
            onStart={() => start.mutate()}
            onClose={onClose}
          />
        )
      )}
    </Dialog>
  )
}

type DifferenceProps = {
  readonly preview: WriteBackPreviewDto
  readonly pending: boolean
  readonly problem: string | null
  readonly onStart: () => void
  readonly onClose: () => void
}

function Difference({ preview, pending, problem, onStart, onClose }: DifferenceProps) {
  const { allowed, books, bookCount } = preview
  const more = bookCount - books.length
  const changes = more > 0 || books.some(book => book.changes.length > 0)
  const isRefused = books.every(book => book.refusal !== null) && more === 0
  return (
    <div className={form.form}>
      {!allowed && (
        <Callout tone="calm" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={tw('write.off')}>
          {tw('write.offHint')}
        </Callout>
      )}
      {!changes && !isRefused && <p>{tw('write.nothing')}</p>}
      <div className={classes.books}>
        {books.map(book => (
          <BookDifference key={book.bookId} book={book} />
        ))}
        {more > 0 && <p className={form.hint}>{tw('write.more', { count: more })}</p>}
      </div>
      {changes && <p className={form.hint}>{tw('write.safe')}</p>}
      {problem && (
        <p role="alert" className={form.error}>
          {problem}
        </p>
      )}
      <div className={form.buttons}>
        <Button variant="subtle" onClick={onClose}>
          {t(changes && allowed ? 'action.cancel' : 'action.close')}
        </Button>
        {changes && allowed && (
          <Button loading={pending} onClick={onStart}>
            {tw('write.start')}
          </Button>
        )}
      </div>
    </div>
  )
}

function BookDifference({ book }: { readonly book: WriteBackBookDto }) {
  const { fileName, document, changes, skipped, refusal } = book
  return (
    <section className={classes.book}>
      <h3>
        {fileName} {document && document !== fileName && <small>{tw('write.into', { document })}</small>}
      </h3>
      {refusal !== null && (
        <p className={classes.refusal}>
          <IconAlertTriangle size={17} stroke={1.8} aria-hidden /> {refusal}
        </p>
      )}
      {refusal === null && changes.length === 0 && <p className={form.hint}>{tw('write.same')}</p>}
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{tw('write.field')}</th>
              <th scope="col">{tw('write.before')}</th>
              <th scope="col">{tw('write.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldLabel(field)}</th>
                <td>{before ?? <em>{tw('write.empty')}</em>}</td>
                <td>{after ?? <em>{tw('write.empty')}</em>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {skipped.length > 0 && (
        <p className={form.hint}>
          {tw('write.skipped', { fields: skipped.map(field => fieldLabel(field)).join(', ') })}
        </p>
      )}
    </section>
  )
}

type Counts = { readonly written?: number; readonly unchanged?: number; readonly not_written?: number }
const ENDED = ['completed', 'failed', 'cancelled']

/** The first task: of several libraries, each has its own, which the page of tasks shows. */
function Writing({ taskIds, onClose }: { readonly taskIds: readonly string[]; readonly onClose: () => void }) {
  const [taskId = ''] = taskIds
  const { data: task } = useQuery({
    queryKey: queryKeys.task(taskId),
    queryFn: ({ signal }) => api.get('/api/v1/tasks/{task_id}', { params: { task_id: taskId }, signal }),
    refetchInterval: ({ state }) => (ENDED.includes(state.data?.status ?? '') ? false : 700),
    retry: false,
  })
  const hasEnded = ENDED.includes(task?.status ?? '')
  useEffect(() => {
    if (hasEnded)
      for (const queryKey of [queryKeys.books, queryKeys.series]) void queryClient.invalidateQueries({ queryKey })
  }, [hasEnded])
  const { current = 0, total = 0 } = task?.progress ?? {}
  const { written = 0, unchanged = 0, not_written = 0 } = (task?.result ?? {}) as Counts
  return (
    <div className={form.form} role="status">
      {!hasEnded && (
        <>
          <p>{total > 0 ? tw('write.progress', { current, total }) : tw('write.started')}</p>
          <Progress value={total > 0 ? (100 * current) / total : 0} animated aria-label={tw('write.started')} />
        </>
      )}
      {hasEnded && (
        <ul className={classes.result}>
          <li>{tw('write.done', { count: written })}</li>
          {unchanged > 0 && <li>{tw('write.unchanged', { count: unchanged })}</li>}
          {not_written > 0 && <li>{tw('write.not', { count: not_written })}</li>}
          {task?.lastError && <li>{task.lastError}</li>}
        </ul>
      )}
      <div className={form.buttons}>
        <Button variant={hasEnded ? 'filled' : 'subtle'} onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </div>
  )
}
