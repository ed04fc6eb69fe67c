import { type ReactNode, useId } from 'react'
import classes from './segmented.module.css'
import { useAnswered } from './use-answered'

type Choice<V extends string> = { readonly value: V; readonly label: string; readonly icon?: ReactNode }
type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly choices: readonly Choice<V>[]
  readonly onChange: (value: V) => unknown
}

/** One of a few; real radio buttons underneath. A choice with an icon shows only that. */
export function Segmented<V extends string>({ label, value, choices, onChange }: Props<V>) {
  const name = useId()
  const [shown, change] = useAnswered<V>(value, onChange)
  return (
    <fieldset className={classes.group}>
      <legend className={classes.hidden}>{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className={classes.choice} title={choice.icon ? choice.label : undefined}>
          <input
            type="radio"
            className={classes.hidden}
            name={name}
            value={choice.value}
            checked={choice.value === shown}
            onChange={() => change(choice.value)}
          />
          {choice.icon ? (
            <>
              {choice.icon}
              <span className={classes.hidden}>{choice.label}</span>
            </>
          ) : (
            choice.label
          )}
        </label>
      ))}
    </fieldset>
  )
}
