import { Button } from '@mantine/core'
import type { MetadataEditDto } from '@octavo/contract/metadata-history'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatRelativeTime } from '../../messages/format'
import { errorSentence } from '../../ui/error-sentence'
import type { Subject } from './edited-fields'
import classes from './editing.module.css'
import { FieldChange } from './field-change'
import { te } from './messages'
import { readHistory, revert } from './provenance.queries'

const step = 20
/** The maximum of one request. */
const mostShown = 100

type Props = {
  readonly subject: Subject
  readonly id: string
  /** Remembered by the dialog, whose form is new after a revert. */
  readonly opened: boolean
  readonly onOpened: (opened: boolean) => void
  readonly onReverted: (skipped: readonly string[], changed?: number) => void
}

/** The newest edits of a book or series. Each can be reverted. */
export function HistoryPanel({ subject, id, opened, onOpened, onReverted }: Props) {
  const [shown, setShown] = useState(step)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['metadata-history', subject, id, shown],
    queryFn: ({ signal }) => readHistory(subject, id, shown, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: (edit: MetadataEditDto) => revert(subject, id, { editId: edit.id }),
    onSuccess: ({ skipped }, { changes }) => onReverted(skipped, changes.length),
  })
  const panel = useRef<HTMLDetailsElement>(null)
  const isShown = opened && data !== undefined
  useEffect(() => {
    // The last part would open below the visible part of the dialog.
    if (isShown) panel.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  if (!data || data.length === 0) return null
  return (
    <details
      ref={panel}
      className={classes.history}
      open={opened}
      onToggle={event => onOpened(event.currentTarget.open)}
    >
      <summary>{te('history.heading')}</summary>
      <ul>
        {(isShown ? data : []).map(edit => (
          <li key={edit.id}>
            <div className={classes.edit}>
              <span>
                {te(`history.${edit.origin}`, { name: edit.person ?? te('origin.someone') })}
                {' · '}
                <time dateTime={edit.at}>{formatRelativeTime(edit.at)}</time>
              </span>
              {edit.revertedAt ? (
                <span>{te('history.reverted')}</span>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={change.isPending && change.variables.id === edit.id}
                  disabled={change.isPending}
                  onClick={() => change.mutate(edit)}
                >
                  {te('history.undo')}
                </Button>
              )}
            </div>
            <Changes edit={edit} />
          </li>
        ))}
      </ul>
      {data.length === shown && shown < mostShown && (
        <Button variant="subtle" size="compact-sm" loading={isPlaceholderData} onClick={() => setShown(shown + step)}>
          {te('history.more')}
        </Button>
      )}
      {change.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(change.error)}
        </p>
      )}
    </details>
  )
}

function Changes({ edit: { changes, locked, unlocked } }: { readonly edit: MetadataEditDto }) {
  return (
    <div className={classes.small}>
      {changes.map(change => (
        <FieldChange key={change.field} {...change} />
      ))}
      {changes.length === 0 && locked.length > 0 && te('history.locked', { count: locked.length })}
      {changes.length === 0 && unlocked.length > 0 && te('history.unlocked', { count: unlocked.length })}
    </div>
  )
}
