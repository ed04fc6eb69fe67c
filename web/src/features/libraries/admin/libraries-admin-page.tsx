import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { LibraryDto } from '../../../api/types'
import { t } from '../../../messages'
import { Dialog } from '../../../ui/dialog'
import { ErrorNotice } from '../../../ui/error-notice'
import { NoticePage } from '../../../ui/notice-page'
import { Page } from '../../../ui/page'
import { usePageTitle } from '../../../ui/page-title'
import { toast } from '../../../ui/toast'
import { useMay } from '../../auth'
import { useLibraries } from '../libraries.queries'
import { DeleteLibrary } from './delete-library'
import classes from './libraries-admin-page.module.css'
import { LibraryForm } from './library-form'
import { LibraryRow, type RowAct } from './library-row'
import { MissingBooks } from './missing-books'
import { ScanReports } from './scan-reports'
import { ScanFolder } from './watching/scan-folder'

export function LibrariesAdminPage() {
  usePageTitle(t('libraries.manage'))
  const { data: libraries, error, refetch } = useLibraries()
  const mayWrite = useMay('libraries-write')
  const setAdding = useAdding()
  const [editing, setEditing] = useState<LibraryDto | null>(null)
  const [chosen, setChosen] = useState<{ readonly act: RowAct; readonly id: string } | null>(null)
  const library = libraries?.find(({ id }) => id === chosen?.id)

  return (
    <Page
      narrow
      title={t('libraries.manage')}
      line={t('libraries.manageText')}
      aside={
        mayWrite &&
        libraries &&
        libraries.length > 0 && (
          <Button leftSection={<IconFolderPlus size={19} stroke={1.7} />} onClick={() => void setAdding(true)}>
            {t('libraries.add')}
          </Button>
        )
      }
    >
      {error && !libraries && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {libraries?.length === 0 && (
        <NoticePage
          level={2}
          icon={<IconFolderPlus size={34} stroke={1.5} />}
          title={t('home.noLibraryTitle')}
          actions={mayWrite && <Button onClick={() => void setAdding(true)}>{t('libraries.addFirst')}</Button>}
        >
          {t('home.noLibraryText')}
        </NoticePage>
      )}
      <ul className={classes.list}>
        {libraries?.map(library => (
          <LibraryRow
            key={library.id}
            library={library}
            onEdit={() => setEditing(library)}
            onAct={act => setChosen({ act, id: library.id })}
          />
        ))}
      </ul>
      <AddLibrary />
      <Dialog large title={t('libraries.edit')} opened={editing !== null} onClose={() => setEditing(null)}>
        {editing && (
          <LibraryForm
            key={editing.id}
            library={editing}
            submitLabel={t('action.save')}
            cancelLabel={t('action.cancel')}
            onDone={() => setEditing(null)}
            onCancel={() => setEditing(null)}
          />
        )}
      </Dialog>
      {chosen && library && <ActOfLibrary act={chosen.act} library={library} onClose={() => setChosen(null)} />}
    </Page>
  )
}

/** Opens and closes the dialog, which is part of the address, so that the empty home page can link to it. */
function useAdding(): (open: boolean) => Promise<void> {
  const navigate = useNavigate()
  return open =>
    navigate({ to: '.', hash: open ? 'add' : '', replace: true, resetScroll: false, viewTransition: false })
}

/** Apart from the page, which is not rendered again when the address changes. */
function AddLibrary() {
  const adding = useLocation({ select: location => location.hash === 'add' })
  const setAdding = useAdding()
  return (
    <Dialog large title={t('libraries.add')} opened={adding} onClose={() => setAdding(false)}>
      <LibraryForm
        submitLabel={t('libraries.addSubmit')}
        cancelLabel={t('action.cancel')}
        onDone={() => {
          toast({ message: t('action.saved') })
          void setAdding(false)
        }}
        onCancel={() => void setAdding(false)}
      />
    </Dialog>
  )
}

type ActProps = { readonly act: RowAct; readonly library: LibraryDto; readonly onClose: () => void }

function ActOfLibrary({ act, ...of }: ActProps) {
  if (act === 'missing') return <MissingBooks {...of} />
  if (act === 'reports') return <ScanReports {...of} />
  if (act === 'scan folder') return <ScanFolder {...of} />
  return <DeleteLibrary {...of} />
}
