import { useEffect, useState } from 'react'
import { tl } from '../messages'
import { fieldName } from './condition-words'
import { type NumberRange, rangeOf, withRange } from './facet.rules'
import type { PanelProps } from './filter-panel'
import classes from './filter-panel.module.css'

const typingMs = 400

/** From and to, either of them left open. */
export function RangeField({ field, question, onAsk }: Pick<PanelProps, 'question' | 'onAsk'> & { field: string }) {
  const asked = rangeOf(question.condition, field)
  const [typed, setTyped] = useState<NumberRange>(asked)
  const written = JSON.stringify(asked)
  useEffect(() => setTyped(JSON.parse(written) as NumberRange), [written])
  useEffect(() => {
    if (JSON.stringify(typed) === written) return
    const timer = setTimeout(() => onAsk({ condition: withRange(question.condition, field, typed) }), typingMs)
    return () => clearTimeout(timer)
  }, [typed, written, onAsk, question.condition, field])
  const change = (part: Partial<NumberRange>) => setTyped({ ...typed, ...part })
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
          value={typed[end] ?? ''}
          onChange={event => change({ [end]: numberOf(event.target.value) })}
        />
      ))}
    </div>
  )
}
