import classes from './quiet-select.module.css'
import { useAnswered } from './use-answered'

type Choice<V extends string> = {
  readonly value: V
  readonly label: string
  /** Options of one group are shown together under its name. */
  readonly group?: string
}
type Props<V extends string> = {
  readonly label: string
  readonly value: NoInfer<V>
  readonly choices: readonly Choice<V>[]
  readonly onChange: (value: V) => unknown
}

/** A choice among many in a filter bar: a native select in our style. */
export function QuietSelect<V extends string>({ label, value, choices, onChange }: Props<V>) {
  const [shown, change] = useAnswered<V>(value, onChange)
  const choose = (chosen: string) => {
    const choice = choices.find(each => each.value === chosen)
    if (choice) change(choice.value)
  }
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={shown}
      onChange={event => choose(event.currentTarget.value)}
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

function option({ value, label }: Choice<string>) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
