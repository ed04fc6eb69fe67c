import { IconListSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntryDto, FileDeletionPreviewDto } from '../../api/types'
import { formatRelativeTime } from '../../messages'
import { labelled } from '../../messages/labelled'
import { formatMoment } from '../admin/format'
import { tf } from '../file-deletion/messages'
import classes from './audit-page.module.css'
import { detailsOf, messageOf, sentenceOf, texts } from './audit-words'
import { tu } from './messages'
import { SubjectLink } from './subject-link'

/** One action: what, its subject, who did it and how it ended; its files and details on request. */
export function AuditEntry({ entry }: { readonly entry: AuditEntryDto }) {
  const files = entry.action === 'files_deleted' ? texts(entry.details.files) : []
  const message = messageOf(entry)
  const { facts, rest } = detailsOf(entry)
  const [before, after] = sentenceOf(entry)
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h2 className={classes.what}>
          {before}
          <SubjectLink entry={entry} />
          {after}
        </h2>
        {entry.outcome !== 'done' && entry.action !== 'sign_in_failed' && (
          <span className={classes.outcome} data-outcome={entry.outcome}>
            {tu(`audit.outcome.${entry.outcome}`)}
          </span>
        )}
        {entry.subjectId && (
          <Link
            className={classes.about}
            to="/settings/audit"
            search={{ about: entry.subjectId }}
            aria-label={tu('audit.aboutThis', { name: entry.subjectName })}
            title={tu('audit.aboutThis', { name: entry.subjectName })}
          >
            <IconListSearch size={18} stroke={1.7} aria-hidden />
          </Link>
        )}
      </div>
      <p className={classes.line}>
        <time dateTime={entry.at} title={formatRelativeTime(entry.at)}>
          {formatMoment(entry.at)}
        </time>
        {parts(entry).map(([key, part]) => (
          <span key={key}> · {part}</span>
        ))}
        {facts.map(fact => (
          <span key={fact}> · {fact}</span>
        ))}
      </p>
      {message && <p className={classes.line}>{message}</p>}
      {spared(entry.details.spared).map(({ path, why }) => (
        <p key={path} className={classes.line}>
          {tu('audit.notDeleted', { path })} {tf(`files.spared.${why}`)}
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
      {rest.length > 0 && (
        <details className={classes.files}>
          <summary>{tu('audit.details')}</summary>
          <ul>
            {rest.map(([name, value]) => (
              <li key={name}>
                <code>{labelled(name, value)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

/** Who did it, the library and the origin. For a user's own account, the user is not repeated. */
function parts({ user, userId, subjectId, subjectKind, address, libraryName }: AuditEntryDto): [string, ReactNode][] {
  const [before, after] = tu('audit.by', { name: '\u0000' }).split('\u0000')
  return [
    ...(user && userId && userId !== subjectId
      ? [
          [
            'by',
            <>
              {before}
              <Link className={classes.subject} to="/settings/audit" search={{ person: userId }}>
                {user}
              </Link>
              {after}
            </>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(!user && !address ? [['itself', tu('audit.byServer')] as [string, ReactNode]] : []),
    ...(libraryName && subjectKind !== 'library'
      ? [['library', tu('audit.inLibrary', { library: libraryName })] as [string, ReactNode]]
      : []),
    ...(address ? [['address', address] as [string, ReactNode]] : []),
  ]
}

function spared(value: unknown): FileDeletionPreviewDto['spared'] {
  return Array.isArray(value) ? value : []
}
