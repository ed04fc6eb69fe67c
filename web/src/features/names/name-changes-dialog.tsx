import { Button } from '@mantine/core'
import type { FacetNameChangeDto } from '@octavo/contract/facet-change'
import { useQuery } from '@tanstack/react-query'
import type { FacetDetailDto } from '../../api/types'
import { formatRelativeTime, t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import classes from './dialogs.module.css'
import { tn } from './messages'
import { nameChangesQuery, useUndoChange } from './names.queries'

type Props = { readonly name: FacetDetailDto; readonly onClose: () => void }

/** Merges and renames of a name; each can be undone. */
export function NameChangesDialog({ name, onClose }: Props) {
  const changes = useQuery(nameChangesQuery(name))
  const undo = useUndoChange(name)
  const error = changes.error ?? undo.error
  return (
    <Dialog opened title={tn('names.changesTitle', { name: name.name })} onClose={onClose}>
      <p className={form.hint}>{tn('names.changesHint')}</p>
      {changes.data?.length === 0 && <p>{tn('names.noChanges')}</p>}
      <ul className={classes.changes}>
        {changes.data?.map(change => (
          <li key={change.id}>
            <span>
              <bdi>{textOf(change)}</bdi>
              <small>
                {change.userName} <time dateTime={change.at}>{formatRelativeTime(change.at)}</time>
              </small>
            </span>
            {change.undoneAt ? (
              <small>{tn('names.undone')}</small>
            ) : (
              <Button
                variant="default"
                size="compact-sm"
                loading={undo.isPending && undo.variables === change.id}
                disabled={undo.isPending}
                onClick={() =>
                  undo.mutate(change.id, {
                    onSuccess: ({ taskId }) => toast({ message: tn(taskId ? 'names.undoingLater' : 'names.undoDone') }),
                  })
                }
              >
                {t('action.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {Boolean(error) && (
        <p role="alert" className={form.error}>
          {errorSentence(error)}
        </p>
      )}
    </Dialog>
  )
}

function textOf({ action, names, before, after }: FacetNameChangeDto): string {
  return action === 'merge'
    ? tn('names.changeMerge', { names: names.join(', ') })
    : tn('names.changeRename', { before: before ?? '', after: after ?? '' })
}
