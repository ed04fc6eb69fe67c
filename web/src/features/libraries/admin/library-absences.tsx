import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import type { AbsenceDto, LibraryDto } from '../../../api/types'
import { formatDate, t } from '../../../messages'
import { Callout } from '../../../ui/callout'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useMay } from '../../auth'
import { placeOfAbsence } from './folders/folder-state.rules'
import { useConfirmMissing } from './libraries.mutations'
import classes from './libraries-admin-page.module.css'

/** Places of a library with missing books: why, since when, and what to do. */
export default function LibraryAbsences({ library }: { readonly library: LibraryDto }) {
  const mayWrite = useMay('libraries-write')
  const [asked, setAsked] = useState<AbsenceDto | null>(null)
  const confirm = useConfirmMissing(library.id, () => setAsked(null))
  return (
    <div className={classes.absences}>
      {library.absences.map(absence => (
        <Callout
          key={placeOfAbsence(absence)}
          tone="bad"
          icon={<IconPlugConnectedX size={20} stroke={1.7} />}
          title={t(`absence.${absence.reason}`, { place: placeOfAbsence(absence) })}
          detail={absence.reason === 'unreadable' ? absence.message : null}
        >
          {t('absence.unchanged', { count: absence.books, when: formatDate(absence.since) })}{' '}
          {t(absence.mayConfirm ? 'absence.mount' : 'absence.rights')}{' '}
          {mayWrite && absence.mayConfirm && (
            <Button variant="subtle" size="compact-sm" color="danger" onClick={() => setAsked(absence)}>
              {t('absence.confirm')}
            </Button>
          )}
        </Callout>
      ))}
      <ConfirmDialog
        opened={asked !== null}
        title={t('absence.confirmTitle')}
        confirmLabel={t('absence.confirmSubmit')}
        pending={confirm.isPending}
        error={confirm.error}
        onConfirm={() => asked && confirm.mutate({ folder: asked.folder, path: asked.path })}
        onClose={() => setAsked(null)}
      >
        {t('absence.confirmText', { count: asked?.books ?? 0 })}
      </ConfirmDialog>
    </div>
  )
}
