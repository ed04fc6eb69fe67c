import type { Viewer } from '../../../kernel/viewer'

/** The facts that decide who sees a series. */
export interface SeriesFacts {
  readonly library_pk: number
  readonly sharing_set_pk: number | null
  readonly age: number | null
}

/** The rule of `visible`, for a row that is already loaded. */
export function seesSeries({ visibility }: Viewer, { library_pk, sharing_set_pk, age }: SeriesFacts): boolean {
  if (visibility.kind === 'all') return true
  if (visibility.kind === 'libraries') return visibility.libraryPks.includes(library_pk)
  const { libraryPks, sharing } = visibility
  if (libraryPks !== null && !libraryPks.includes(library_pk)) return false
  if (sharing && !(sharing_set_pk === null ? sharing.untagged : sharing.setPks.includes(sharing_set_pk))) return false
  return !visibility.age || (age === null ? visibility.age.unrated : age <= visibility.age.limit)
}

export function seesLibrary({ visibility }: Viewer, libraryPk: number): boolean {
  if (visibility.kind === 'all') return true
  return visibility.libraryPks === null || visibility.libraryPks.includes(libraryPk)
}
