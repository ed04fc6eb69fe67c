import { Button } from '@mantine/core'
import { IconPencil, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LibraryDto } from '../../../api/types'
import { formatRelativeTime, t } from '../../../messages'
import { dotted } from '../../../ui/detail'
import { IconButton } from '../../../ui/icon-button'
import { useMay } from '../../auth'
import { ProgressLine, shareDone, useActiveScans } from '../../scans'
import { libraryStart } from '../library-start'
import { useCancelScan, useScanLibrary } from './libraries.mutations'
import classes from './libraries-admin-page.module.css'
import LibraryAbsences from './library-absences'
import { LibraryFolders } from './library-folders'
import { type LibraryAct, LibraryMenu } from './library-menu'

/** Actions that open a dialog. */
export type RowAct = Exclude<LibraryAct, 'scan' | 'deep scan'>

type Props = {
  readonly library: LibraryDto
  readonly onEdit: () => void
  readonly onAct: (act: RowAct) => void
}

export function LibraryRow({ library, onEdit, onAct }: Props) {
  const mayWrite = useMay('libraries-write')
  const scan = useScanLibrary(library.id)
  const cancel = useCancelScan(library.id)
  const running = useActiveScans().find(one => one.libraryId === library.id)
  const name = library.name
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to="/libraries/$libraryId" params={{ libraryId: library.id }} search={libraryStart(library)}>
            {name}
          </Link>
        </h2>
        <LibraryFolders library={library} />
        <p className={classes.facts}>
          {running
            ? running.filesTotal > 0
              ? t('scans.files', { done: running.filesProcessed, total: running.filesTotal })
              : t('scans.looking')
            : libraryFacts(library)}
        </p>
      </div>
      <div className={classes.actions}>
        {mayWrite && running && (
          <Button
            variant="light"
            aria-label={t('libraries.cancelScan', { name })}
            leftSection={<IconPlayerStop size={18} stroke={1.7} aria-hidden />}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('libraries.stopShort')}
          </Button>
        )}
        {mayWrite && (
          <IconButton label={t('libraries.editNamed', { name })} onClick={onEdit}>
            <IconPencil size={20} stroke={1.6} />
          </IconButton>
        )}
        <LibraryMenu
          library={library}
          isScanning={scan.isPending || Boolean(running)}
          onAct={act => {
            if (act === 'scan') scan.mutate({ mode: 'normal' })
            else if (act === 'deep scan') scan.mutate({ mode: 'deep' })
            else onAct(act)
          }}
        />
      </div>
      {library.absences.length > 0 && <LibraryAbsences library={library} />}
      {running && (
        <div className={classes.scan}>
          <ProgressLine share={shareDone([running])} label={t('scans.running', { library: name })} />
        </div>
      )}
    </li>
  )
}

function libraryFacts(library: LibraryDto): string {
  return dotted([
    t('series.count', { count: library.seriesCount ?? 0 }),
    t('books.count', { count: library.bookCount ?? 0 }),
    library.lastScannedAt
      ? t('libraries.scanned', { when: formatRelativeTime(library.lastScannedAt) })
      : t('libraries.neverScanned'),
  ])
}
