import type { LibraryDto } from '../../../api/types'
import { t } from '../../../messages'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useDeleteLibrary } from './libraries.mutations'

type Props = { readonly library: LibraryDto; readonly onClose: () => void }

export function DeleteLibrary({ library, onClose }: Props) {
  const remove = useDeleteLibrary(library.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={t('libraries.deleteTitle', { name: library.name })}
      confirmLabel={t('libraries.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t('libraries.deleteText', { count: library.bookCount ?? 0 })}
    </ConfirmDialog>
  )
}
