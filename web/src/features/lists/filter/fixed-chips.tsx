import { tl } from '../messages'
import { fieldsOf, type ListKind } from '../question/question'
import { fieldName, valueName } from './condition-words'
import { chipState, facetOf, toggled, withFacet } from './facet.rules'
import classes from './filter-panel.module.css'
import type { PanelProps } from './panel-props'
import { TriChip } from './tri-chip'

const agos = ['1 days', '1 weeks', '1 months', '1 years']

/** Fields with few fixed values: progress, yes or no, age. */
export function fixedValues(field: string, kind: ListKind): readonly string[] | null {
  const found = fieldsOf(kind)[field]
  if (found?.family === 'choice') return found.choices
  if (found?.family === 'text') return found.words ?? null
  if (found?.family === 'bool') return ['true']
  return found?.family === 'date' ? agos : null
}

type Props = Pick<PanelProps, 'question' | 'onAsk'> & { readonly field: string; readonly values: readonly string[] }

export function FixedChips({ field, values, question: { kind, condition }, onAsk }: Props) {
  const facet = facetOf(condition, field)
  const family = fieldsOf(kind)[field]
  const more = [...facet.included, ...facet.excluded].filter(value => !values.includes(value))
  return (
    <ul className={classes.chips} aria-label={fieldName(field)}>
      {[...values, ...more].map(value => (
        <li key={value}>
          <TriChip
            name={nameOf(field, value)}
            state={chipState(facet, value)}
            onTurn={() => {
              if (!family) return
              onAsk(({ condition }) => ({
                condition: withFacet(condition, field, toggled(facetOf(condition, field), value), family),
              }))
            }}
          />
        </li>
      ))}
    </ul>
  )
}

function nameOf(field: string, value: string): string {
  if (value === 'true') return fieldName(field)
  const [, count, unit] = /^(\d+) (hours|days|weeks|months|years)$/.exec(value) ?? []
  return unit ? tl(`term.ago.${unit as 'days'}`, { count: Number(count) }) : valueName(field, value)
}
