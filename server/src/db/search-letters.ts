import { SEARCH_LETTERS } from '@octavo/contract/fold'
import { type RawBuilder, sql } from 'kysely'

/** SQL for `searchForm` of a text that `fold` has folded, such as the key of a name. */
export function searchFormOf(folded: RawBuilder<unknown>): RawBuilder<string> {
  return Object.entries(SEARCH_LETTERS).reduce<RawBuilder<string>>(
    (text, [letter, plain]) => sql<string>`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
    sql<string>`${folded}`,
  )
}
