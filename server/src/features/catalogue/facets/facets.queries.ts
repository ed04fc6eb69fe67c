import type { GenreDto } from '@octavo/contract/genre'
import { sql } from 'kysely'
import { cachedRows, type Reader, runPrepared } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import { momentOfId } from '../../../kernel/ids'
import { type RowsByKey, shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'

/** Genres and tags as the contract shows them; both have the same shape. */
export interface Names {
  readonly genres: readonly GenreDto[]
  readonly tags: readonly GenreDto[]
}

export const NO_NAMES: Names = { genres: [], tags: [] }

const HOLDERS = {
  books: { table: 'book_facets', column: 'book_pk' },
  series: { table: 'series_facets', column: 'series_pk' },
} as const

interface Held {
  readonly owner_pk: number
  readonly facet_pk: number
}

interface NameRow {
  readonly owner_pk: number
  readonly kind: string
  readonly id: string
  readonly name: string
}

/** Names of a book or series, by its key. */
export type NamesByKey = Names & { readonly pk: number }

/** The same as `namesOf` for display: cached until the catalogue changes. */
export async function shownNamesOf(
  reader: Reader,
  viewer: Viewer,
  of: keyof typeof HOLDERS,
  pks: readonly number[],
): Promise<RowsByKey<NamesByKey>> {
  if (pks.length === 0) return new Map()
  return cachedRows(reader, shapeFor(viewer, 'catalogue', `${of} names`), pks, async missing => {
    const names = await namesOf(reader, of, missing)
    return missing.map(pk => ({ ...(names.get(pk) ?? NO_NAMES), pk }))
  })
}

/** Genres and tags of books or series by key, in one query; the caller has checked access. */
export async function namesOf(
  reader: Reader,
  of: keyof typeof HOLDERS,
  pks: readonly number[],
): Promise<ReadonlyMap<number, Names>> {
  if (pks.length === 0) return new Map()
  const { table, column } = HOLDERS[of]
  const held = sql<Held>`(select ${sql.ref(column)} as owner_pk, facet_pk from ${sql.table(table)})`
  const values = { owners: JSON.stringify(pks.map(pk => ({ pk }))) }
  const rows = await runPrepared<NameRow, typeof values>(reader, `facets.of-${of}`, values, (p, query) =>
    query
      .selectFrom(reader.dialect.jsonRows<{ pk: number }>(p.owners, { pk: 'bigint' }).as('owners'))
      .innerJoin(held.as('held'), 'held.owner_pk', 'owners.pk')
      .innerJoin('facets', 'facets.pk', 'held.facet_pk')
      .where('facets.kind', 'in', ['genre', 'tag'])
      .select(['owners.pk as owner_pk', 'facets.kind', 'facets.id', 'facets.name'])
      .orderBy('facets.name_key'),
  )
  const names = new Map<number, { genres: GenreDto[]; tags: GenreDto[] }>()
  for (const { owner_pk, kind, id, name } of rows) {
    const own = names.get(owner_pk) ?? { genres: [], tags: [] }
    names.set(owner_pk, own)
    const shown = { id, name, createdAt: timestamp(momentOfId(id)) }
    if (kind === 'genre') own.genres.push(shown)
    else own.tags.push(shown)
  }
  return names
}
