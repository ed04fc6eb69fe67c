import type { AuditEntryDto } from '../../api/types'
import { formatRelativeTime, formatSize } from '../../messages'
import { dotted } from '../../ui/detail'
import classes from './audit-page.module.css'
import { tu } from './messages'

/** One act: what, to whom it happened, who did it and how it ended; its files on request. */
export function AuditEntry({ entry }: { readonly entry: AuditEntryDto }) {
  const files = texts(entry.details.files)
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h2 className={classes.what}>
          {tu(`audit.action.${entry.action}`)}: {entry.subjectName}
        </h2>
        <span className={classes.outcome} data-outcome={entry.outcome}>
          {tu(`audit.outcome.${entry.outcome}`)}
        </span>
      </div>
      <p className={classes.line}>
        {dotted([
          entry.user ? tu('audit.by', { name: entry.user }) : entry.address ? null : tu('audit.byItself'),
          formatRelativeTime(entry.at),
          entry.subjectKind !== 'library' && entry.libraryName && tu('audit.inLibrary', { library: entry.libraryName }),
          entry.address,
          ...amounts(entry),
        ])}
      </p>
      {entry.message && <p className={classes.line}>{entry.message}</p>}
      {spared(entry.details.spared).map(({ path, reason }) => (
        <p key={path} className={classes.line}>
          {tu('audit.spared', { path, reason })}
        </p>
      ))}
      {files.length > 0 && (
        <details className={classes.files}>
          <summary>{tu('audit.filesListed')}</summary>
          <ul>
            {files.map(path => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** How much it was, in the words of its kind. */
function amounts({ action, details }: AuditEntryDto): (string | false)[] {
  if (action === 'library_folders_changed') {
    return [
      tu('audit.foldersBefore', { folders: texts(details.before).join(', ') }),
      tu('audit.foldersAfter', { folders: texts(details.after).join(', ') }),
    ]
  }
  const { books, deletedFiles, deletedBytes } = details
  const count = Array.isArray(books) ? books.length : books
  const removed = texts(details.foldersRemoved)
  return [
    typeof count === 'number' && tu('audit.books', { count }),
    typeof deletedFiles === 'number' && tu('audit.files', { count: deletedFiles }),
    typeof deletedBytes === 'number' &&
      deletedBytes > 0 &&
      tu('audit.deletedBytes', { size: formatSize(deletedBytes) }),
    removed.length > 0 && tu('audit.folders', { names: removed.join(', ') }),
  ]
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

function spared(value: unknown): { readonly path: string; readonly reason: string }[] {
  return Array.isArray(value) ? value : []
}
