import { Button } from '@mantine/core'
import type { MetadataEditDto } from '@octavo/contract/metadata-history'
import { useMutation, useQuery } from '@tanstack/react-query'
import { fieldLabel } from '../../messages/field-label'
import { formatRelativeTime } from '../../messages/format'
import { errorSentence } from '../../ui/error-sentence'
import type { Subject } from './edited-fields'
import classes from './editing.module.css'
import { te } from './messages'
import { readHistory, revert } from './provenance.queries'
import { valueText } from './value-text'

const shown = 20

type Props = {
  readonly subject: Subject
  readonly id: string
  readonly onReverted: (skipped: readonly string[]) => void
}

/** The newest edits of a book or series. Each can be reverted. */
export function HistoryPanel({ subject, id, onReverted }: Props) {
  const { data } = useQuery({
    queryKey: ['metadata-history', subject, id],
    queryFn: ({ signal }) => readHistory(subject, id, shown, signal),
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: (editId: string) => revert(subject, id, { editId }),
    onSuccess: ({ skipped }) => onReverted(skipped),
  })
  if (!data || data.length === 0) return null
  return (
    <details className={classes.history}>
      <summary>{te('history.heading')}</summary>
      <ul>
        {data.map(edit => (
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
                  loading={change.isPending}
                  onClick={() => change.mutate(edit.id)}
                >
                  {te('history.undo')}
                </Button>
              )}
            </div>
            <Changes edit={edit} />
          </li>
        ))}
      </ul>
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
    <p className={classes.small}>
      {changes.map(({ field, before, after }) => (
        <span key={field} className={classes.change}>
          {te('history.change', {
            field: labelOf(field),
            before: valueText(field, before) || te('editing.none'),
            after: valueText(field, after) || te('editing.none'),
          })}
        </span>
      ))}
      {changes.length === 0 && locked.length > 0 && te('history.locked', { count: locked.length })}
      {changes.length === 0 && unlocked.length > 0 && te('history.unlocked', { count: unlocked.length })}
    </p>
  )
}

/** A field without a label is shown by name. */
function labelOf(field: string): string {
  return fieldLabel(field, 'edit')
}
