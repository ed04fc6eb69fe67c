import { useTypedText } from '../../../ui/use-typed-text'
import { tl } from '../messages'
import { fieldName } from './condition-words'
import { type NumberRange, rangeOf, withRange } from './facet.rules'
import classes from './filter-panel.module.css'
import type { PanelProps } from './panel-props'

/** From and to, both optional. */
export function RangeField({ field, question, onAsk }: Pick<PanelProps, 'question' | 'onAsk'> & { field: string }) {
  const { typed, type } = useTypedText({
    text: JSON.stringify(rangeOf(question.condition, field)),
    onText: text => onAsk(now => ({ condition: withRange(now.condition, field, JSON.parse(text) as NumberRange) })),
    waitMs: 400,
  })
  const range = JSON.parse(typed) as NumberRange
  const numberOf = (text: string) => (text === '' || !Number.isFinite(Number(text)) ? null : Number(text))
  return (
    <div className={classes.range}>
      {(['min', 'max'] as const).map(end => (
        <input
          key={end}
          type="number"
          inputMode="numeric"
          className={classes.number}
          aria-label={tl(end === 'min' ? 'panel.fromNamed' : 'panel.toNamed', { field: fieldName(field) })}
          placeholder={tl(end === 'min' ? 'panel.from' : 'panel.to')}
          value={range[end] ?? ''}
          onChange={event => type(JSON.stringify({ ...range, [end]: numberOf(event.target.value) }))}
        />
      ))}
    </div>
  )
}
