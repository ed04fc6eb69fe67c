import { useQuery } from '@tanstack/react-query'
import type { FacetKindName } from '../../api/types'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast'
import classes from './dialogs.module.css'
import { tn } from './messages'
import { unusedNamesQuery, useCleanUp } from './names.queries'

type Props = { readonly kind: FacetKindName; readonly onClose: () => void }

const mostShown = 100

/** Unused names, before they are deleted. */
export function CleanUpDialog({ kind, onClose }: Props) {
  const unused = useQuery(unusedNamesQuery(kind))
  const cleanUp = useCleanUp(kind)
  // It would be read out with a wrong number, and what replaces it would not find the way back.
  if (unused.isPending) return null
  if (unused.data?.deletedCount === 0) {
    return (
      <Dialog opened title={tn('names.cleanUp')} onClose={onClose}>
        <p>{tn('names.nothingUnused')}</p>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      opened
      title={tn('names.cleanUp')}
      confirmLabel={tn('names.deleteUnused', { count: unused.data?.deletedCount ?? 0 })}
      pending={cleanUp.isPending}
      error={cleanUp.error ?? unused.error}
      onClose={onClose}
      onConfirm={() =>
        cleanUp.mutate(undefined, {
          onSuccess: ({ deletedCount }) => {
            toast({ message: tn('names.cleanedUp', { count: deletedCount }) })
            onClose()
          },
        })
      }
    >
      <p>{tn('names.unusedText', { count: unused.data?.deletedCount ?? 0 })}</p>
      <p className={classes.unused}>{unused.data?.deletedNames.slice(0, mostShown).join(', ')}</p>
    </ConfirmDialog>
  )
}
