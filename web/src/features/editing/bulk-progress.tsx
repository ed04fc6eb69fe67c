import { Button } from '@mantine/core'
import type { BulkEditDto } from '@octavo/contract/bulk-edit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { TechnicalDetail } from '../../ui/technical-detail'
import { startsTasks } from './bulk-actions'
import { cancelTask, readBulkEdit, revertBulkEdit } from './bulk-edit.queries'
import { BulkSkipped } from './bulk-preview'
import classes from './editing.module.css'
import { te } from './messages'

/** Polls an edit until it has ended, then invalidates everything that it changed. */
export function useBulkEdit(editId: string | null): BulkEditDto | undefined {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['bulk-edit', editId],
    queryFn: ({ signal }) => readBulkEdit(editId ?? '', signal),
    enabled: editId !== null,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1000),
    gcTime: 0,
  })
  const over = isOver(data)
  useEffect(() => {
    if (over) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-edit' })
  }, [over, client])
  return data
}

export function isOver(edit: BulkEditDto | undefined): boolean {
  return edit !== undefined && edit.state !== 'pending' && edit.state !== 'running'
}

/** The state or result of an edit in one sentence. */
export function bulkSentence({ action, state, changed, matched }: BulkEditDto): string {
  if (state !== 'done') return te(`bulk.state.${state}`, { changed, matched })
  if (action === 'revert') return te('bulk.reverted', { changed, matched })
  if (startsTasks(action)) return te('bulk.started', { count: changed })
  return te('bulk.state.done', { changed, matched })
}

/** Progress of an edit, and undo when it has ended. */
export function BulkProgress({
  edit,
  onStarted,
  onClose,
}: {
  readonly edit: BulkEditDto
  readonly onStarted: (editId: string) => void
  readonly onClose: () => void
}) {
  const status = useRef<HTMLParagraphElement>(null)
  const over = isOver(edit)
  // The button that had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of an edit is read out
  useEffect(() => status.current?.focus(), [over, edit.id])
  const undo = useMutation({
    mutationFn: () => revertBulkEdit(edit.id),
    onSuccess: started => onStarted(started.editId),
  })
  const cancel = useMutation({ mutationFn: () => cancelTask(edit.taskId ?? '') })
  const error = undo.error ?? cancel.error
  return (
    <div className={classes.form}>
      <progress
        className={classes.progress}
        aria-label={te('bulk.progress')}
        max={Math.max(1, edit.matched)}
        value={over ? edit.matched || 1 : edit.changed}
      />
      <p role="status" ref={status} tabIndex={-1} className={classes.status}>
        {bulkSentence(edit)}
      </p>
      {edit.reason && <TechnicalDetail>{edit.reason}</TechnicalDetail>}
      <BulkSkipped skipped={edit.skipped} />
      <div className={classes.foot}>
        {error && (
          <p role="alert" className={classes.error}>
            {errorSentence(error)}
          </p>
        )}
        {!over && (
          <Button variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('action.cancel')}
          </Button>
        )}
        {edit.canRevert && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
            {te(edit.action === 'revert' ? 'bulk.redo' : 'editing.undo')}
          </Button>
        )}
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </div>
  )
}
