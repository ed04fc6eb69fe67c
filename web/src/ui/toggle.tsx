import { useId } from 'react'
import classes from './toggle.module.css'
import { useAnswered } from './use-answered'

type Props = {
  readonly label: string
  readonly hint?: string
  readonly on: boolean
  readonly disabled?: boolean
  /** If the row already shows it, the name is only read out. */
  readonly bare?: boolean
  readonly onChange: (on: boolean) => unknown
}

/** An immediate on/off switch; a real checkbox underneath. */
export function Toggle({ label, hint, on, disabled = false, bare = false, onChange }: Props) {
  const id = useId()
  const nameId = useId()
  const [shown, change] = useAnswered(on, onChange)
  return (
    <label className={classes.toggle} data-bare={bare}>
      <input
        type="checkbox"
        role="switch"
        className={classes.input}
        checked={shown}
        aria-checked={shown}
        disabled={disabled}
        aria-labelledby={hint ? nameId : undefined}
        aria-describedby={hint ? id : undefined}
        onChange={event => change(event.currentTarget.checked)}
      />
      <span className={classes.track} aria-hidden />
      <span className={classes.words}>
        <span id={nameId}>{label}</span>
        {hint && (
          <span id={id} className={classes.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
