import type { Award } from '../../../formats/facts'
import { ownOrSaid, wideFactsOf } from '../../../formats/wide-facts'
import { valuesOf } from '../../../kernel/field-columns'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import type { MetadataRow } from './metadata.queries'
import { OWN_COLUMNS } from './metadata-columns'

/** Values of a book with separate columns for a person's value. */
export interface OwnValues {
  readonly seriesPosition: number | null
  readonly seriesTotal: number | null
  readonly awards: Award[] | null
}

const OF_FILES = /"(?:seriesPosition|seriesTotal|awards)":/

/** A person's value, else the file's. An unset total is the file's count. */
export function ownValues(row: MetadataRow & { readonly locks: number }): OwnValues {
  const own = valuesOf(OWN_COLUMNS, row)
  // Most rows have none, so they are not parsed.
  const said = wideFactsOf(row.facts !== null && OF_FILES.test(row.facts) ? row.facts : null)
  const chosen = <Value>(lock: BookLock, set: Value | null, ofFile: Value | null) =>
    ownOrSaid(set, ofFile, isLocked(BOOK_LOCKS, row.locks, lock))
  const awards = said.awards.length > 0 ? [...said.awards] : null
  return {
    seriesPosition: chosen('seriesPosition', own.seriesPosition, said.seriesPosition),
    seriesTotal: chosen('seriesTotal', own.seriesTotal, said.seriesTotal) ?? row.count,
    awards: chosen('awardsJson', row.awards === null ? null : (JSON.parse(row.awards) as Award[]), awards),
  }
}
