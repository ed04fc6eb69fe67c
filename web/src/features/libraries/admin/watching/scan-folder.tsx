import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { Dialog } from '../../../../ui/dialog'
import form from '../../../../ui/form.module.css'
import { ta } from '../../../admin/messages'
import { FolderBrowser } from '../folder-browser'
import { useScanLibrary } from '../libraries.mutations'
import { pathWithin } from './path-within.rules'

type Props = { readonly library: LibraryDto; readonly onClose: () => void }

/** Chooses a folder of a library, which is then scanned with those inside it. */
export function ScanFolder({ library, onClose }: Props) {
  const [path, setPath] = useState(library.path)
  const scan = useScanLibrary(library.id, onClose)
  const within = pathWithin(library.path, path)
  return (
    <Dialog large opened title={ta('watch.scanFolder', { name: library.name })} onClose={onClose}>
      <div className={form.form}>
        <FolderBrowser path={path} onPath={setPath} />
        {within === null && <p className={form.hint}>{ta('watch.scanFolderInside')}</p>}
        <div className={form.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            disabled={within === null}
            loading={scan.isPending}
            onClick={() => scan.mutate({ mode: 'normal', ...(within ? { path: within } : {}) })}
          >
            {ta('watch.scanFolderNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
