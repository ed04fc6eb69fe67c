import { Link } from '@tanstack/react-router'
import type { LibraryDto } from '../../api/types'
import { formatNumber, t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import classes from './libraries-dialog.module.css'
import { libraryStart } from './library-start'

type Props = {
  /** Null for all libraries. */
  readonly libraryId: string | null
  readonly libraries: readonly LibraryDto[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** Every library in a list, to open one. */
export default function LibrariesDialog({ libraryId, libraries, opened, onClose }: Props) {
  return (
    <Dialog title={t('navigation.libraries')} opened={opened} onClose={onClose}>
      <ul className={classes.list}>
        <li>
          <Link
            to="/library"
            className={classes.library}
            data-here={libraryId === null}
            viewTransition={false}
            onClick={onClose}
          >
            {t('libraries.all')}
          </Link>
        </li>
        {libraries.map(library => (
          <li key={library.id}>
            <Link
              to="/libraries/$libraryId"
              params={{ libraryId: library.id }}
              search={libraryStart(library)}
              className={classes.library}
              data-here={library.id === libraryId}
              viewTransition={false}
              onClick={onClose}
            >
              <span>{library.name}</span>
              <span className={classes.count}>{formatNumber(library.bookCount ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
