import { type ReactNode, useId } from 'react'
import classes from './choice.module.css'

export type Option<V extends string> = { readonly value: V; readonly label: string; readonly icon?: ReactNode }

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  /** For more options than fit in a row. */
  readonly rows?: boolean
  /** Why the choice has no effect here. */
  readonly hint?: string | undefined
}

/** A choice among few visible options. Radio buttons underneath, so arrow keys and screen readers work as expected. */
export function Choice<V extends string>({ label, value, options, onChange, rows = false, hint }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.options} data-rows={rows}>
        {options.map(option => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </fieldset>
  )
}

type SwitchProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function SwitchRow({ label, checked, onChange }: SwitchProps) {
  return (
    <label className={classes.row}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        aria-checked={checked}
        checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

type RangeProps = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly shown: string
  readonly onChange: (value: number) => void
}

export function RangeRow({ label, value, min, max, step, shown, onChange }: RangeProps) {
  return (
    <label className={classes.range}>
      <span>{label}</span>
      {/* Not an output element: the label would name that instead of the slider. */}
      <span className={classes.shown} aria-hidden>
        {shown}
      </span>
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={event => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  )
}
