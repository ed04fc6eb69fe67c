import type { FieldProvenanceDto } from '@octavo/contract/metadata-history'
import { fieldLabel } from '../../messages/field-label'
import { formatRelativeTime } from '../../messages/format'
import { labelled } from '../../messages/labelled'
import classes from './editing.module.css'
import { te } from './messages'
import { shortText } from './value-text'

type Props = {
  readonly origin: FieldProvenanceDto
  readonly onUseFile: () => void
  readonly onRevert: () => void
}

/** Who set a field and when, and the file's value if it differs. */
export function FieldOrigin({ origin, onUseFile, onRevert }: Props) {
  const isPersons = origin.origin === 'person'
  const hasOther = isPersons && origin.hasFileValue
  if (!isPersons && origin.origin !== 'file') return null
  const of = (act: string) => labelled(act, fieldLabel(origin.field, 'edit'))
  return (
    <p className={classes.origin}>
      <span>{sentenceOf(origin)}</span>
      {hasOther && (
        <span>{te('origin.fileSays', { value: shortText(origin.field, origin.fileValue) || te('editing.none') })}</span>
      )}
      {hasOther && (
        <button type="button" aria-label={of(te('origin.useFile'))} onClick={onUseFile}>
          {te('origin.useFile')}
        </button>
      )}
      {isPersons && (
        <button type="button" aria-label={of(te('origin.revert'))} onClick={onRevert}>
          {te('origin.revert')}
        </button>
      )}
    </p>
  )
}

function sentenceOf({ origin, person, at, source }: FieldProvenanceDto): string {
  const time = at ? formatRelativeTime(at) : ''
  if (origin === 'person') return te('origin.person', { name: person ?? te('origin.someone'), time })
  return te('origin.file', { source: source ? te(`source.${source}` as 'source.comicinfo') : te('origin.theFile') })
}
