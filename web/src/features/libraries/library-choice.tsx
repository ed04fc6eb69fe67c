import form from '../../ui/form.module.css'
import { Toggle } from '../../ui/toggle'
import { useLibraries } from './libraries.queries'

type Chosen = readonly string[] | null

type Props = {
  readonly legend: string
  /** The switch for all of them, and what it means. */
  readonly all: string
  readonly allHint: string
  /** Null for all. */
  readonly chosen: Chosen
  readonly onChange: (change: (now: Chosen) => Chosen) => void
}

/** All libraries, or some of them. */
export function LibraryChoice({ legend, all, allHint, chosen, onChange }: Props) {
  const libraries = useLibraries().data ?? []
  return (
    <fieldset className={form.group}>
      <legend>{legend}</legend>
      <Toggle
        label={all}
        hint={allHint}
        on={chosen === null}
        onChange={on => onChange(() => (on ? null : libraries.map(({ id }) => id)))}
      />
      {chosen !== null &&
        libraries.map(({ id, name }) => (
          <Toggle
            key={id}
            label={name}
            on={chosen.includes(id)}
            onChange={on => onChange(now => now && (on ? [...now, id] : now.filter(each => each !== id)))}
          />
        ))}
    </fieldset>
  )
}
