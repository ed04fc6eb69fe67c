import { sql } from 'kysely'
import type { list } from '../../lists/engine'
import { isShown } from './external.queries'

/** Ratings of series or books for sorting and filtering: the viewer's, of all users, and of other sites. */
export function scoresOf(column: 'series_pk' | 'book_pk') {
  const key = sql.ref(column)
  const said = sql.ref(`said.${column}`)
  return {
    user_rating: userPk => sql`(select ${key} as item_pk, rating as value from ratings
      where user_pk = ${userPk} and ${key} is not null)`,
    community_rating: () => sql`(select ${key} as item_pk, average as value from average_ratings
      where ${key} is not null)`,
    external_rating: () => sql`(select ${said} as item_pk, avg(said.rating) as value from external_ratings as said
      where ${said} is not null and ${isShown('external_ratings', column)} group by ${said})`,
  } as const satisfies Readonly<Record<string, list.ScoreRows>>
}

/** Whether something has an id at another site. */
export function withExternalId(column: 'series_pk' | 'book_pk'): list.ScoreRows {
  const said = sql.ref(`said.${column}`)
  return () => sql`(select ${said} as item_pk from external_ids as said
    where ${said} is not null and ${isShown('external_ids', column)})`
}
