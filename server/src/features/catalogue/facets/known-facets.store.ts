import { sql } from 'kysely'
import { insertRows, jsonText, runPrepared, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { surnameFirst } from '../../../kernel/person-name'
import { searchText } from '../../../kernel/search-words'
import { sortKey } from '../../../kernel/text'
import { facetKey } from './facet-name.rules'

/** A requested name, cleaned. */
export interface WantedFacet {
  readonly kind: string
  readonly name: string
  readonly sortName?: string | null
}

/** An existing name. */
export interface KnownFacet {
  readonly pk: number
  /** Of an alias: the name whose key this is. */
  readonly standsFor: string | null
}

/** The existing ones by kind and key; an alias is resolved to its name. */
export async function knownFacets(tx: Tx, facets: readonly WantedFacet[]): Promise<Map<string, KnownFacet>> {
  const wanted = jsonText(facets.map(({ kind, name }) => ({ kind, name_key: facetKey(name) })))
  const columns = { kind: 'text', name_key: 'text' } as const
  interface Row {
    readonly pk: number
    readonly kind: string
    readonly name_key: string
    readonly stands_for: string | null
  }
  const rows = await runPrepared<Row, { wanted: string }>(tx, 'facets.keys', { wanted }, (p, query) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ kind: string; name_key: string }>(p.wanted, columns).as('wanted'))
      .innerJoin('facets', join =>
        join.onRef('facets.kind', '=', 'wanted.kind').onRef('facets.name_key', '=', 'wanted.name_key'),
      )
      .leftJoin('facets as real', 'real.pk', 'facets.alias_of')
      .select(eb => eb.fn.coalesce('real.pk', 'facets.pk').as('pk'))
      .select(['facets.kind', 'facets.name_key', 'real.name as stands_for']),
  )
  return new Map(rows.map(row => [`${row.kind} ${row.name_key}`, { pk: row.pk, standsFor: row.stands_for }]))
}

/** Adds names. Concurrent calls wait, so that two with the same names in different order never deadlock. */
export async function addFacets(tx: Tx, facets: readonly WantedFacet[]): Promise<Map<string, KnownFacet>> {
  await tx.dialect.lockName('facets').execute(tx.query)
  await insertRows(tx, 'facets', facets.map(newFacet), { ignoreKnown: true })
  return knownFacets(tx, facets)
}

function newFacet({ kind, name, sortName = null }: WantedFacet) {
  return {
    id: newId(),
    kind,
    name,
    name_key: facetKey(name),
    search_text: searchText(name),
    sort_name: sortName,
    sort_key: sortKeyOf(kind, name, sortName),
  }
}

/** The sort key of a name: people sort by surname. */
export function sortKeyOf(kind: string, name: string, sortName: string | null): string {
  return sortKey(sortName ?? (kind === 'author' ? surnameFirst(name) : name))
}

/** Search finds a name by the words of its aliases too. */
export async function relearn(tx: Tx, pk: number): Promise<void> {
  const rows = await tx.query
    .selectFrom('facets')
    .select('name')
    .where(eb => eb.or([eb('pk', '=', pk), eb('alias_of', '=', pk)]))
    .orderBy(sql`alias_of is not null`)
    .orderBy('pk')
    .limit(MOST_SEARCHED)
    .execute()
  const search_text = searchText(...rows.map(row => row.name))
  await tx.query.updateTable('facets').set({ search_text }).where('pk', '=', pk).execute()
}

/** Maximum number of searchable aliases. */
const MOST_SEARCHED = 200
