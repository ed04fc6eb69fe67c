import { Link } from '@tanstack/react-router'
import { t } from '../../messages'
import { useLibraries } from './libraries.queries'
import classes from './library-picker.module.css'

/** On a phone, where there is no sidebar, the libraries stand in a row over the list. */
export function LibraryPicker({ libraryId }: { readonly libraryId: string | null }) {
  const libraries = useLibraries().data ?? []
  if (libraries.length < 2) return null
  return (
    <nav className={classes.row} aria-label={t('navigation.libraries')}>
      <Link to="/library" className={classes.chip} data-here={libraryId === null} viewTransition={false}>
        {t('libraries.allShort')}
      </Link>
      {libraries.map(library => (
        <Link
          key={library.id}
          to="/libraries/$libraryId"
          params={{ libraryId: library.id }}
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
