import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LibraryDto } from '../../api/types'
import { t } from '../../messages'
import { useLibraries } from './libraries.queries'
import classes from './library-links.module.css'
import { libraryStart } from './library-start'

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
      {libraries.length > 1 && <Libraries libraryId={libraryId} libraries={libraries} />}
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
