import classes from './quiet-select.module.css'

type Choice = { readonly value: string; readonly label: string }
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
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
