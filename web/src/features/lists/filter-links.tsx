import { Link } from '@tanstack/react-router'
import classes from './filter-links.module.css'
import { type FilterField, listFilteredBy } from './filtered-list'

type Props = { readonly field: FilterField; readonly names: readonly string[] }

/** Names of a series or book, each the way to all series that have it. */
export function FilterLinks({ field, names }: Props) {
  return (
    <span className={classes.names}>
      {[...new Set(names)].map(name => (
        <Link key={name} to="/library" search={listFilteredBy(field, name)} className={classes.name}>
          {name}
        </Link>
      ))}
    </span>
  )
}

/** Null where there is no name, so that a fact without value is not listed. */
export function filterLinks(field: FilterField, names: readonly (string | null | undefined)[] | null | undefined) {
  const known = (names ?? []).filter(name => typeof name === 'string' && name !== '') as string[]
  return known.length > 0 ? <FilterLinks field={field} names={known} /> : null
}
