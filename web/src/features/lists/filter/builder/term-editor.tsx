import { LIST_OPERATORS } from '@octavo/contract/list-fields'
import { IconX } from '@tabler/icons-react'
import { tl } from '../../messages'
import { fieldsOf, type ListKind, type Operation } from '../../question/question'
import { fieldName, operatorName } from '../condition-words'
import { useMayAskTags } from '../sharing-tags.queries'
import classes from './builder.module.css'
import { type DraftTerm, newTerm, withOperator } from './draft.rules'
import { OperandInput } from './operand-input'

type Props = {
  readonly term: DraftTerm
  readonly kind: ListKind
  readonly libraryId: string | null
  /** Null removes it. */
  readonly onChange: (term: DraftTerm | null) => void
}

/** One line: a field, an operator, and the value. */
export function TermEditor({ term, kind, libraryId, onChange }: Props) {
  const fields = fieldsOf(kind)
  const family = fields[term.field]
  const mayAskTags = useMayAskTags()
  if (!family) return null
  const offered = (name: string) => !fields[name]?.hidden && (!fields[name]?.guard || mayAskTags)
  const names = Object.keys(fields).filter(name => name === term.field || offered(name))
  const sorted = names.toSorted((a, b) => fieldName(a).localeCompare(fieldName(b)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in all browsers
    <div role="group" aria-label={fieldName(term.field)} className={classes.term} data-row>
      <select
        className={classes.select}
        aria-label={tl('builder.field')}
        value={term.field}
        onChange={event => {
          const field = event.target.value
          const next = fields[field]
          if (next) onChange({ ...newTerm(field, next), id: term.id })
        }}
      >
        {sorted.map(name => (
          <option key={name} value={name}>
            {fieldName(name)}
          </option>
        ))}
      </select>
      <select
        className={classes.select}
        aria-label={tl('builder.operator')}
        value={term.operation.operator}
        onChange={event => {
          const operator = event.target.value as Operation['operator']
          onChange({ ...term, operation: withOperator(term.operation, operator, family) })
        }}
      >
        {LIST_OPERATORS[family.family].map(operator => (
          <option key={operator} value={operator}>
            {operatorName(operator)}
          </option>
        ))}
      </select>
      <div className={classes.operand}>
        <OperandInput
          field={term.field}
          kind={kind}
          family={family}
          libraryId={libraryId}
          operation={term.operation}
          onChange={operation => onChange({ ...term, operation })}
        />
      </div>
      <button
        type="button"
        className={classes.remove}
        aria-label={tl('builder.removeTerm', { field: fieldName(term.field) })}
        onClick={() => onChange(null)}
      >
        <IconX size={16} stroke={2} />
      </button>
    </div>
  )
}
