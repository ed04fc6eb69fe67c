import { IconX } from '@tabler/icons-react'
import '../../../ui/lost-focus'
import { useLibraries } from '../../libraries'
import { tl } from '../messages'
import { allOfParts, type Condition, type ListKind, partsOf } from '../question/question'
import { conditionWords } from './condition-words'
import classes from './filter-chips.module.css'

type Props = {
  readonly kind: ListKind
  readonly condition: Condition
  readonly onChange: (condition: Condition | null) => void
  /** Opens the panel for a filter. */
  readonly onEdit?: (() => void) | undefined
}

/** The active filters, one chip each; all of them must match. */
export default function FilterChips({ kind, condition, onChange, onEdit }: Props) {
  const libraries = useLibraries().data ?? []
  const names = (id: string) => libraries.find(library => library.id === id)?.name
  const parts = partsOf(condition)
  return (
    <ul className={classes.chips} aria-label={tl('chips.label')}>
      {parts.map((part, index) => {
        const filter = conditionWords(part, kind, names)
        return (
          <li key={index} className={classes.chip}>
            <button
              type="button"
              className={classes.words}
              aria-label={tl('chips.edit', { filter })}
              title={filter}
              onClick={onEdit}
            >
              {filter}
            </button>
            <button
              type="button"
              className={classes.remove}
              aria-label={tl('chips.remove', { filter })}
              onClick={() => onChange(allOfParts(parts.filter((_, at) => at !== index)))}
            >
              <IconX size={14} stroke={2.2} />
            </button>
          </li>
        )
      })}
      {parts.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={() => onChange(null)}>
            {tl('chips.clear')}
          </button>
        </li>
      )}
    </ul>
  )
}
