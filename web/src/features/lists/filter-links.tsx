import { Link } from '@tanstack/react-router'
import { placeOfField } from '../names'
import classes from './filter-links.module.css'
import { type FilterField, listFilteredBy } from './filtered-list'

type Props = { readonly field: FilterField; readonly names: readonly string[] }

/** Names of a series or book, each linked to its page. */
function FilterLinks({ field, names }: Props) {
  return (
    <span className={classes.names}>
      {[...new Set(names)].map(name => (
        <NameLink key={name} field={field} name={name} />
      ))}
    </span>
  )
}

/** To the page of the name, or to the library for names without a page. */
function NameLink({ field, name }: { readonly field: FilterField; readonly name: string }) {
  const place = placeOfField(field)
  if (!place) {
    return (
      <Link to="/library" search={listFilteredBy(field, name)} className={classes.name}>
        {name}
      </Link>
    )
  }
  return (
    <Link to="/browse/$place/named" params={{ place }} search={{ name }} preload={false} className={classes.name}>
      {name}
    </Link>
  )
}

/** Null without names, so that the fact is not listed. */
export function filterLinks(field: FilterField, names: readonly (string | null | undefined)[] | null | undefined) {
  const known = (names ?? []).filter(name => typeof name === 'string' && name !== '') as string[]
  return known.length > 0 ? <FilterLinks field={field} names={known} /> : null
}
