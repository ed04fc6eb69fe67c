import { t } from '../../../messages'
import { crumbsOf } from './folder.rules'
import classes from './folder-browser.module.css'

type Props = { readonly path: string; readonly onPath: (path: string) => void }

/** The path of the open folder, with links to its parents. */
export function FolderCrumbs({ path, onPath }: Props) {
  const crumbs = crumbsOf(path)
  // Keeps its height while it is empty.
  if (crumbs.length === 0) return <div className={classes.crumbs} />
  return (
    <nav aria-label={t('folders.breadcrumb')}>
      <ol className={classes.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
            {index === crumbs.length - 1 ? (
              <strong aria-current="location">{crumb.name}</strong>
            ) : (
              <button type="button" onClick={() => onPath(crumb.path)}>
                {crumb.name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
