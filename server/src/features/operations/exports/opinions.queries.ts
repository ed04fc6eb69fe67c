import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { listNames } from '../../reading/curated-lists'
import type { Opinions } from './export-fields'

export const NO_OPINIONS: Opinions = { rating: null, notes: null, average: null, lists: [] }

/** Opinions of the viewer and others on series or books by key; the caller has checked access. */
export async function opinionsOf(
  reader: Reader,
  viewer: Viewer,
  column: 'series_pk' | 'book_pk',
  pks: readonly number[],
): Promise<ReadonlyMap<number, Opinions>> {
  const chosen = JSON.stringify(pks)
  const [own, averages, lists] = await Promise.all([
    reader.query
      .selectFrom('ratings')
      .select([sql<number>`${sql.ref(column)}`.as('pk'), 'rating', 'notes'])
      .where('user_pk', '=', viewer.userPk)
      .where(reader.dialect.isKeyOf(sql.ref(column), chosen))
      .execute(),
    reader.query
      .selectFrom('average_ratings')
      .select([sql<number>`${sql.ref(column)}`.as('pk'), 'average'])
      .where(reader.dialect.isKeyOf(sql.ref(column), chosen))
      .execute(),
    listNames(reader, viewer, column === 'series_pk' ? 'collection' : 'readlist', pks),
  ])
  const said = new Map(own.map(row => [row.pk, row]))
  const averageOf = new Map(averages.map(row => [row.pk, row.average]))
  return new Map(
    pks.map(pk => {
      const { rating = null, notes = null } = said.get(pk) ?? {}
      return [pk, { rating, notes, average: averageOf.get(pk) ?? null, lists: lists.get(pk) ?? [] }]
    }),
  )
}
