import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LibraryDto } from '../../api/types'
import { t } from '../../messages'
import { useLibraries } from './libraries.queries'
import classes from './library-links.module.css'
import { libraryStart } from './library-start'

/** On a phone, without a sidebar: the libraries in a row above the list, then links to what belongs to none of them. */
export function LibraryLinks({
  libraryId,
  children,
}: {
  readonly libraryId: string | null
  readonly children: ReactNode
}) {
  const libraries = useLibraries().data ?? []
  return (
    <div className={classes.rows}>
      {libraries.length > 1 && <Libraries libraryId={libraryId} libraries={libraries} />}
      <div className={classes.last}>
        <Places />
        {children}
      </div>
    </div>
  )
}

function Places() {
  return (
    <nav className={classes.row} aria-label={t('action.more')}>
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
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    // The row starts with all libraries; the open one may be outside the visible area.
    const chip = libraryId === null ? null : row.current?.querySelector<HTMLElement>('[data-here="true"]')
    if (chip && row.current) row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [libraryId])
  return (
    <nav ref={row} className={classes.row} aria-label={t('navigation.libraries')}>
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
