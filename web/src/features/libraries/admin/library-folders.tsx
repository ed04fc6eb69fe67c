import type { LibraryDto } from '../../../api/types'
import { t } from '../../../messages'
import { folderStates } from './folders/folder-state.rules'
import classes from './libraries-admin-page.module.css'

/** The folders of a library with their problems. */
export function LibraryFolders({ library }: { readonly library: LibraryDto }) {
  if (library.paths.length === 1) return <p className={classes.path}>{library.path}</p>
  return (
    <ul aria-label={t('folders.of', { name: library.name })}>
      {library.paths.map(path => (
        <li key={path} className={classes.path}>
          {path} <span className={classes.away}>{folderStates(library, path).join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}
