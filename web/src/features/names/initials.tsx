import { initialsOf } from '@octavo/contract/initials'
import type { FacetDto } from '../../api/types'
import classes from './initials.module.css'

/** People and characters without a picture of their own; the server would answer with the cover of a book. */
export function hasInitials({ kind, coverVersion }: Pick<FacetDto, 'kind' | 'coverVersion'>): boolean {
  return isPerson(kind) && !coverVersion
}

export const isPerson = (kind: FacetDto['kind']): boolean => kind === 'author' || kind === 'character'

/** A circle as wide as its place. Decorative: the name is next to it. */
export function Initials({ name }: { readonly name: string }) {
  return (
    <span className={classes.circle} aria-hidden>
      <span className={classes.letters}>{initialsOf(name)}</span>
    </span>
  )
}
