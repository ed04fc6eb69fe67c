import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { LibraryDto } from '../../api/types'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useLibraries } from './libraries.queries'
import classes from './library-links.module.css'
import { libraryStart } from './library-start'

const LibrariesDialog = lazyPart(() => import('./libraries-dialog'))

/** Of more libraries a row shows too few at once: one button opens their list. */
const MOST_CHIPS = 4

/** On a phone, without a sidebar: the libraries in a row above the list, then links to what belongs to none of them. */
export function LibraryLinks({ libraryId }: { readonly libraryId: string | null }) {
  const libraries = useLibraries().data ?? []
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The row starts with all libraries; the open one may be outside the visible area.
    const chip = libraryId === null ? null : row.current?.querySelector<HTMLElement>('[data-here="true"]')
    if (chip && row.current) row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [libraryId])
  return (
    <div ref={row} className={classes.row}>
      {libraries.length > MOST_CHIPS ? (
        <LibrariesButton libraryId={libraryId} libraries={libraries} />
      ) : (
        libraries.length > 1 && <Libraries libraryId={libraryId} libraries={libraries} />
      )}
      <Places />
    </div>
  )
}

function Places() {
  return (
    <nav className={classes.links} aria-label={t('action.more')}>
      <Link to="/browse" className={classes.chip} viewTransition={false}>
        {t('navigation.browse')}
      </Link>
      <Link to="/lists" className={classes.chip} viewTransition={false}>
        {t('navigation.lists')}
      </Link>
      <Link to="/want-to-read" className={classes.chip} viewTransition={false}>
        {t('wantToRead.title')}
      </Link>
      <Link to="/marks" className={classes.chip} viewTransition={false}>
        {t('navigation.marks')}
      </Link>
    </nav>
  )
}

type Props = { readonly libraryId: string | null; readonly libraries: readonly LibraryDto[] }

function Libraries({ libraryId, libraries }: Props) {
  return (
    <nav className={classes.links} aria-label={t('navigation.libraries')}>
      <Link to="/library" className={classes.chip} data-here={libraryId === null} viewTransition={false}>
        {t('libraries.allShort')}
      </Link>
      {libraries.map(library => (
        <Link
          key={library.id}
          to="/libraries/$libraryId"
          params={{ libraryId: library.id }}
          search={libraryStart(library)}
          className={classes.chip}
          data-here={library.id === libraryId}
          viewTransition={false}
        >
          {library.name}
        </Link>
      ))}
    </nav>
  )
}

function LibrariesButton({ libraryId, libraries }: Props) {
  const [opened, setOpened] = useState<boolean | null>(null)
  const library = libraries.find(({ id }) => id === libraryId)
  return (
    <nav className={classes.links} aria-label={t('navigation.libraries')}>
      <button
        type="button"
        className={classes.chip}
        data-here="true"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <span className={classes.name}>{library?.name ?? t('libraries.all')}</span>
        <IconChevronDown size={16} stroke={2} aria-hidden />
      </button>
      {opened !== null && (
        <Suspense>
          <LibrariesDialog
            libraryId={libraryId}
            libraries={libraries}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </nav>
  )
}
