import { Link } from '@tanstack/react-router'
import type { AuditEntryDto } from '../../api/types'
import classes from './audit-page.module.css'
import { subjectNameOf } from './task-facts'

/** The name of an entry's subject, with a link if it still exists. */
export function SubjectLink({ entry }: { readonly entry: AuditEntryDto }) {
  const { subjectKind, subjectId, subjectExists } = entry
  const subjectName = subjectNameOf(entry)
  if (!subjectExists || !subjectId) return <b className={classes.subject}>{subjectName}</b>
  const shared = { className: classes.subject, children: subjectName }
  switch (subjectKind) {
    case 'book':
      return <Link {...shared} to="/books/$bookId" params={{ bookId: subjectId }} />
    case 'series':
      return <Link {...shared} to="/series/$seriesId" params={{ seriesId: subjectId }} />
    case 'library':
      return <Link {...shared} to="/libraries/$libraryId" params={{ libraryId: subjectId }} />
    case 'user':
      return <Link {...shared} to="/settings/users" search={{ search: subjectName }} />
    case 'setting':
      return <Link {...shared} to="/settings/server" search={{ search: subjectName }} />
    case 'access_group':
    case 'sharing_tag':
      return <Link {...shared} to="/settings/access" />
    case 'schedule':
      return <Link {...shared} to="/settings/schedules" />
    case 'task':
      return <Link {...shared} to="/settings/tasks" />
    case 'identity_provider':
      return <Link {...shared} to="/settings/providers" />
    default:
      return <b className={classes.subject}>{subjectName}</b>
  }
}
