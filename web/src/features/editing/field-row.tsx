import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { FieldProvenanceDto } from '@octavo/contract/metadata-history'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { fieldLabel } from '../../messages/field-label'
import { IconButton } from '../../ui/icon-button'
import { ChipsField } from './chips-field'
import type { DraftValue, Person } from './draft.rules'
import type { EditedField } from './edited-fields'
import classes from './editing.module.css'
import { FieldOrigin } from './field-origin'
import { te } from './messages'
import { PeopleField } from './people-field'

type Props = {
  readonly field: EditedField
  readonly value: DraftValue
  readonly locked: boolean
  readonly error: string | undefined
  readonly onChange: (value: DraftValue) => void
  readonly onLock: (locked: boolean) => void
  /** Who set it; undefined while unknown. */
  readonly origin: FieldProvenanceDto | undefined
  readonly onUseFile: () => void
  readonly onRevert: () => void
}

/** One field with its lock and its author. */
export function FieldRow({ field, value, locked, error, onChange, onLock, origin, onUseFile, onRevert }: Props) {
  const name = labelOf(field)
  return (
    <div className={classes.row} data-wide={field.wide}>
      <div className={classes.said}>
        <FieldInput field={field} value={value} error={error} onChange={onChange} />
        {origin && <FieldOrigin origin={origin} onUseFile={onUseFile} onRevert={onRevert} />}
      </div>
      <span className={classes.lock} data-locked={locked}>
        <IconButton
          label={te(locked ? 'editing.unlock' : 'editing.lock', { field: name })}
          pressed={locked}
          onClick={() => onLock(!locked)}
        >
          {locked ? <IconLock size={19} stroke={1.8} /> : <IconLockOpen size={19} stroke={1.5} />}
        </IconButton>
      </span>
    </div>
  )
}

/** The input for the type of a field's value. */
export function FieldInput({ field, value, error, onChange }: Pick<Props, 'field' | 'value' | 'error' | 'onChange'>) {
  const label = labelOf(field)
  if (field.kind === 'chips')
    return <ChipsField label={label} names={value as readonly string[]} error={error} onChange={onChange} />
  if (field.kind === 'people')
    return <PeopleField people={value as readonly Person[]} error={error} onChange={onChange} />
  const common = {
    label,
    error,
    value: value as string,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  }
  switch (field.kind) {
    case 'prose':
      return <Textarea {...common} rows={5} />
    case 'flag':
      return <NativeSelect {...common} data={CHOICES} />
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={[
            { value: '', label: te('editing.none') },
            ...field.options.map(option => ({
              value: option,
              label: te(`choice.${option}` as 'choice.comic'),
            })),
          ]}
        />
      )
    case 'number':
      return <TextInput {...common} inputMode="decimal" />
    default:
      return <TextInput {...common} />
  }
}

const CHOICES = (['', 'true', 'false'] as const).map(value => ({
  value,
  get label() {
    return te(value === '' ? 'editing.none' : value === 'true' ? 'editing.yes' : 'editing.no')
  },
}))

function labelOf({ name }: EditedField): string {
  return fieldLabel(name, 'edit')
}
