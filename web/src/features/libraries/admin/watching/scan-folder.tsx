import { Button } from '@mantine/core'
import { useState } from 'react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { Dialog } from '../../../../ui/dialog'
import form from '../../../../ui/form.module.css'
import { QuietSelect } from '../../../../ui/quiet-select'
import { ta } from '../../../admin/messages'
import { FolderBrowser } from '../folder-browser'
import { useScanLibrary } from '../libraries.mutations'
import { pathWithin } from './path-within.rules'

type Props = { readonly library: LibraryDto; readonly onClose: () => void }

/** Chooses a folder of a library to scan, including its subfolders. */
export function ScanFolder({ library, onClose }: Props) {
  const [path, setPath] = useState(library.path)
  const scan = useScanLibrary(library.id, onClose)
  const places = library.paths.map(root => pathWithin(root, path))
  const within = places.find(place => place !== null) ?? null
  return (
    <Dialog large opened title={ta('watch.scanFolder', { name: library.name })} onClose={onClose}>
      <div className={form.form}>
        {library.paths.length > 1 && (
          <QuietSelect
            label={ta('watch.scanFolderOf')}
            value={library.paths.find(root => pathWithin(root, path) !== null) ?? ''}
            onChange={setPath}
            choices={library.paths.map(root => ({ value: root, label: root }))}
          />
        )}
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
            {ta(within === '' ? 'watch.scanFolderWhole' : 'watch.scanFolderNow')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
