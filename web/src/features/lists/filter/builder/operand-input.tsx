import type { FieldFilter } from '@octavo/contract/fields'
import { LIST_DATE_UNITS } from '@octavo/contract/list-fields'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId } from 'react'
import { useLibraries } from '../../../libraries'
import { tl } from '../../messages'
import type { ListKind, Operation } from '../../question/question'
import { valueName } from '../condition-words'
import { guardedField, useSharingTagNames } from '../sharing-tags.queries'
import { valuesQuery } from '../values.queries'
import classes from './builder.module.css'

type Props = {
  readonly field: string
  readonly kind: ListKind
  readonly family: FieldFilter
  readonly libraryId: string | null
  readonly operation: Operation
  readonly onChange: (operation: Operation) => void
}

/** The input for a field and its operator. */
export function OperandInput(props: Props) {
  const { family, operation, onChange } = props
  const { operator } = operation
  if (['isTrue', 'isFalse', 'isNull', 'isNotNull'].includes(operator)) return null
  switch (family.family) {
    case 'choice':
      return (
        <Choices
          value={String(operation.value ?? '')}
          choices={family.choices.map(value => ({ value, name: valueName(props.field, value) }))}
          onChange={value => onChange({ operator, value })}
        />
      )
    case 'uuid':
      return <Ids {...props} />
    case 'number':
      return <Numbers {...props} />
    case 'date':
      return operator === 'inLast' || operator === 'notInLast' ? <Ago {...props} /> : <Dates {...props} />
    default: {
      const words = operator === 'is' || operator === 'isNot' ? family.words : null
      return words ? <Chosen {...props} words={words} /> : <Words {...props} />
    }
  }
}

type Choice = { readonly value: string; readonly name: string }
type ChoicesProps = { value: string; choices: readonly Choice[]; onChange: (value: string) => void }

function Choices({ value, choices, onChange }: ChoicesProps) {
  return (
    <select
      className={classes.select}
      aria-label={tl('builder.value')}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  )
}

/** One of a field's fixed values. */
function Chosen({ field, operation, words, onChange }: Props & { readonly words: readonly string[] }) {
  const value = String(operation.value ?? '')
  const choices = words.map(word => ({ value: word, name: valueName(field, word) }))
  return (
    <Choices
      value={value}
      choices={words.includes(value) ? choices : [{ value, name: value || tl('builder.choose') }, ...choices]}
      onChange={chosen => onChange({ operator: operation.operator, value: chosen })}
    />
  )
}

/** Text, with suggestions. */
function Words({ field, family, kind, libraryId, operation, onChange }: Props) {
  const id = useId()
  const typed = String(operation.value ?? '')
  const contains = useDeferredValue(typed.trim().slice(0, 100))
  const has = family.values ?? false
  const tags = useSharingTagNames(field === guardedField)
  const { data } = useQuery({
    ...valuesQuery({ kind, libraryId, condition: null, text: '' }, field, contains, 20),
    enabled: has,
  })
  return (
    <>
      <input
        type="text"
        className={classes.input}
        aria-label={tl('builder.value')}
        placeholder={tl('builder.value')}
        list={has || tags.length > 0 ? id : undefined}
        maxLength={200}
        value={typed}
        onChange={event => onChange({ operator: operation.operator, value: event.target.value })}
      />
      {tags.length > 0 && (
        <datalist id={id}>
          {tags.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      {has && (
        <datalist id={id}>
          {data?.map(({ value }) => (
            <option key={value} value={value}>
              {valueName(field, value)}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

function Ids({ field, operation, onChange }: Props) {
  const libraries = useLibraries().data ?? []
  const { operator } = operation
  const several = operator === 'in' || operator === 'notIn'
  const chosen = operation.values ?? (operation.value ? [String(operation.value)] : [])
  if (field !== 'libraryId') {
    return (
      <input
        type="text"
        className={classes.input}
        aria-label={tl('builder.value')}
        value={chosen.join(' ')}
        onChange={event => {
          const ids = event.target.value.split(/\s+/).filter(Boolean)
          onChange(several ? { operator, values: ids } : { operator, value: ids[0] ?? '' })
        }}
      />
    )
  }
  if (!several) {
    const choices = libraries.map(({ id, name }) => ({ value: id, name }))
    return (
      <Choices
        value={chosen[0] ?? ''}
        choices={[{ value: '', name: tl('builder.choose') }, ...choices]}
        onChange={value => onChange({ operator, value })}
      />
    )
  }
  return (
    <span className={classes.boxes}>
      {libraries.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={event =>
              onChange({
                operator,
                values: event.target.checked ? [...chosen, id] : chosen.filter(each => each !== id),
              })
            }
          />
          {name}
        </label>
      ))}
    </span>
  )
}

function Numbers({ operation, onChange }: Props) {
  const { operator, value, min, max } = operation
  if (operator !== 'between') {
    return (
      <NumberInput
        label={tl('builder.value')}
        value={value}
        onNumber={now => onChange(defined({ operator, value: now }))}
      />
    )
  }
  return (
    <>
      <NumberInput
        label={tl('panel.from')}
        value={min}
        onNumber={now => onChange(defined({ operator, min: now, max }))}
      />
      <NumberInput
        label={tl('panel.to')}
        value={max}
        onNumber={now => onChange(defined({ operator, min, max: now }))}
      />
    </>
  )
}

type NumberProps = {
  readonly label: string
  readonly value: string | number | undefined
  readonly onNumber: (value: number | undefined) => void
}

function NumberInput({ label, value, onNumber }: NumberProps) {
  return (
    <input
      type="number"
      step="any"
      className={classes.input}
      aria-label={label}
      placeholder={label}
      value={value ?? ''}
      onChange={({ target }) => onNumber(target.value === '' ? undefined : target.valueAsNumber)}
    />
  )
}

/** "In the last 30 days". */
function Ago({ operation, onChange }: Props) {
  const { operator, value, unit = 'days' } = operation
  return (
    <>
      <NumberInput
        label={tl('builder.value')}
        value={value}
        onNumber={now => {
          const whole = now === undefined ? undefined : Math.min(10_000, Math.max(0, Math.trunc(now)))
          onChange(defined({ operator, value: whole, unit }))
        }}
      />
      <Choices
        value={unit}
        choices={LIST_DATE_UNITS.map(each => ({ value: each, name: tl(`unit.${each}`) }))}
        onChange={now => onChange(defined({ operator, value, unit: now as NonNullable<Operation['unit']> }))}
      />
    </>
  )
}

function Dates({ operation, onChange }: Props) {
  const { operator, value, start, end } = operation
  const input = (label: string, date: string | number | undefined, onDate: (date: string | undefined) => void) => (
    <input
      type="date"
      className={classes.input}
      aria-label={label}
      value={typeof date === 'string' ? date.slice(0, 10) : ''}
      onChange={event => onDate(event.target.value ? `${event.target.value}T00:00:00Z` : undefined)}
    />
  )
  if (operator !== 'between') {
    return input(tl('builder.value'), value, now => onChange(defined({ operator, value: now })))
  }
  return (
    <>
      {input(tl('panel.from'), start, now => onChange(defined({ operator, start: now, end })))}
      {input(tl('panel.to'), end, now => onChange(defined({ operator, start, end: now })))}
    </>
  )
}

/** Undefined members are left out. */
function defined(operation: { [Name in keyof Operation]: Operation[Name] | undefined }): Operation {
  return Object.fromEntries(Object.entries(operation).filter(([, fact]) => fact !== undefined)) as Operation
}
