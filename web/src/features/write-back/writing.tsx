import { Button, Progress } from '@mantine/core'
import type { WriteRefusal } from '@octavo/contract/formats'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import form from '../../ui/form.module.css'
import { TechnicalDetail } from '../../ui/technical-detail'
import { tw } from './messages'
import classes from './write-back-dialog.module.css'

/** The result of the task. */
type Result = {
  readonly written?: number
  readonly unchanged?: number
  readonly not_written?: number
  readonly refusals?: readonly {
    readonly bookId?: string
    readonly seriesId?: string
    readonly fileName: string | null
    readonly code: WriteRefusal
  }[]
}
const ENDED = ['completed', 'failed', 'cancelled']

/** The first task: each of several libraries has its own, shown on the tasks page. */
export function Writing({ taskIds, onClose }: { readonly taskIds: readonly string[]; readonly onClose: () => void }) {
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
  const { written = 0, unchanged = 0, not_written = 0, refusals = [] } = (task?.result ?? {}) as Result
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
          {task?.lastError && (
            <li>
              {t('error.server')}
              <TechnicalDetail>{task.lastError}</TechnicalDetail>
            </li>
          )}
        </ul>
      )}
      {refusals.length > 0 && (
        <ul className={classes.reasons}>
          {refusals.map(({ bookId, seriesId, fileName, code }) => (
            <li key={bookId ?? seriesId}>
              <strong>{fileName ?? bookId ?? seriesId}</strong> {tw(`write.refusal.${code}`)}
            </li>
          ))}
          {not_written > refusals.length && (
            <li>{tw('write.reasonsMore', { count: not_written - refusals.length })}</li>
          )}
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
