import type { BulkEditDto, BulkEditPreviewDto } from '@octavo/contract/bulk-edit'
import { fieldLabel } from '../../messages/field-label'
import { labelled } from '../../messages/labelled'
import { type BulkChoice, startsTasks } from './bulk-actions'
import classes from './editing.module.css'
import { FieldChange } from './field-change'
import { te } from './messages'

/** A preview of an edit: number of items, changed fields, and some items with values before and after. */
export function BulkPreview({
  preview,
  choice,
}: {
  readonly preview: BulkEditPreviewDto
  readonly choice: BulkChoice
}) {
  const { matched, checked, changed, fields, skipped, examples } = preview
  return (
    <div className={classes.history} role="status">
      <p>{startsTasks(choice) ? te('bulk.starts', { count: changed }) : te('bulk.changes', { changed, matched })}</p>
      {checked < matched && <p className={classes.small}>{te('bulk.checked', { checked })}</p>}
      {fields.length > 1 && (
        <p className={classes.small}>
          {fields.map(({ field, count }) => labelled(fieldLabel(field, 'edit'), count)).join(' · ')}
        </p>
      )}
      <BulkSkipped skipped={skipped} />
      <ul>
        {examples.map(({ id, title, changes }) => (
          <li key={id}>
            <strong>{title}</strong>
            {changes.map(change => (
              <FieldChange key={change.field} {...change} />
            ))}
          </li>
        ))}
      </ul>
      {changed > examples.length && (
        <p className={classes.small}>{te('bulk.more', { count: changed - examples.length })}</p>
      )}
    </div>
  )
}

export function BulkSkipped({ skipped }: Pick<BulkEditDto, 'skipped'>) {
  return skipped.map(({ field, count }) => (
    <p key={field} className={classes.small}>
      {te('bulk.skipped', { count, field: fieldLabel(field, 'edit') })}
    </p>
  ))
}
