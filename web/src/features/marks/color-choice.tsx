import { MARK_COLORS, type MarkColor } from '@octavo/contract/mark-limits'
import { useId } from 'react'
import classes from './marks.module.css'
import { tm } from './messages'

type Props = { readonly value: MarkColor | null; readonly onChange: (color: MarkColor) => void }

/** The colours of highlights, as radio buttons. */
export function ColorChoice({ value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.colors}>
      <legend className={classes.hidden}>{tm('marks.color')}</legend>
      {MARK_COLORS.map(color => (
        <label key={color} className={classes.color} title={tm(`marks.color.${color}`)}>
          <input
            type="radio"
            className={classes.hidden}
            name={name}
            checked={color === value}
            aria-label={tm(`marks.color.${color}`)}
            onChange={() => onChange(color)}
          />
          <span className={classes.dot} data-color={color} />
        </label>
      ))}
    </fieldset>
  )
}
