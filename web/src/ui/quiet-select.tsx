import classes from './quiet-select.module.css'

type Choice = {
  readonly value: string
  readonly label: string
  /** Choices of one group stand together under its name. */
  readonly group?: string
}
type Props = {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

/** A choice among many in a bar of filters: the browser's own list, our look. */
export function QuietSelect({ label, value, choices, onChange }: Props) {
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
    >
      {[...Map.groupBy(choices, choice => choice.group)].map(([group, some]) =>
        group === undefined ? (
          some.map(option)
        ) : (
          <optgroup key={group} label={group}>
            {some.map(option)}
          </optgroup>
        ),
      )}
    </select>
  )
}

function option({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
