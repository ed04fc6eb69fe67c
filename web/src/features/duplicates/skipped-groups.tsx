import type { MergePlanDto } from '../../api/types'
import { ta } from '../admin/messages'
import classes from './merge-dialog.module.css'

/** The groups that a rule leaves as they are, each with the reason. */
export function SkippedGroups({ groups }: { readonly groups: MergePlanDto['skipped'] }) {
  if (groups.length === 0) return null
  return (
    <ul className={classes.skipped} aria-label={ta('duplicates.skippedLabel')}>
      {groups.map(({ duplicateId, title, reason }) => (
        <li key={duplicateId}>
          <strong>{title}</strong>
          <span>{ta(`duplicates.skipped.${reason}`)}</span>
        </li>
      ))}
    </ul>
  )
}
