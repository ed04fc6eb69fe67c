import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import { librariesOf } from './facet-members.store'
import { facetKey } from './facet-name.rules'
import { relearn, sortKeyOf } from './known-facets.store'

export * from './facet-members.store'
export { addSeriesFacets, lockNames } from './facets.store'
export * as nameChanges from './name-changes.store'

/** A name, as read before a change. */
export interface FacetToChange {
  readonly pk: number
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly name_key: string
  readonly sort_name: string | null
}

/** A name by its id, or by an alias's; null if missing. */
export async function facetToChange(tx: Tx, kind: string, id: string): Promise<FacetToChange | null> {
  const row = await tx.query
    .selectFrom('facets as named')
    .innerJoin('facets', join => join.on(sql<boolean>`facets.pk = coalesce(named.alias_of, named.pk)`))
    .select(['facets.pk', 'facets.id', 'facets.kind', 'facets.name', 'facets.name_key', 'facets.sort_name'])
    .where('named.id', '=', id.toLowerCase())
    .where('named.kind', '=', kind)
    .executeTakeFirst()
  return row ?? null
}

/** The key of the name that uses a spelling, as name or alias; null if free. */
export async function ownerOf(tx: Tx, kind: string, name: string): Promise<{ pk: number; name: string } | null> {
  const row = await tx.query
    .selectFrom('facets as named')
    .innerJoin('facets', join => join.on(sql<boolean>`facets.pk = coalesce(named.alias_of, named.pk)`))
    .select(['facets.pk', 'facets.name'])
    .where('named.kind', '=', kind)
    .where('named.name_key', '=', facetKey(name))
    .executeTakeFirst()
  return row ?? null
}

/** Sets the details of a name. */
export async function describeFacet(
  tx: Tx,
  facet: FacetToChange,
  {
    sortName,
    ...said
  }: { readonly description?: string | null; readonly links?: string | null; readonly sortName?: string | null },
  now: number,
): Promise<void> {
  await tx.query
    .updateTable('facets')
    .set({
      ...said,
      ...(sortName !== undefined && {
        sort_name: sortName,
        sort_key: sortKeyOf(facet.kind, facet.name, sortName),
      }),
      updated_at: now,
    })
    .where('pk', '=', facet.pk)
    .execute()
}

/**
 * Renames a name; a different former spelling becomes an alias. An own alias with the new spelling is deleted. The
 * caller rejects a spelling that another name uses.
 */
export async function renameFacet(tx: Tx, facet: FacetToChange, name: string, now: number): Promise<void> {
  const key = facetKey(name)
  await tx.query
    .deleteFrom('facets')
    .where('kind', '=', facet.kind)
    .where('name_key', '=', key)
    .where('alias_of', 'is not', null)
    .where('alias_of', '=', facet.pk)
    .execute()
  await tx.query
    .updateTable('facets')
    .set({ name, name_key: key, sort_key: sortKeyOf(facet.kind, name, facet.sort_name), updated_at: now })
    .where('pk', '=', facet.pk)
    .execute()
  if (key !== facet.name_key) await addAlias(tx, facet, facet.name)
  else await relearn(tx, facet.pk)
}

/** Sets the picture of a name; null for the default one. */
export async function setPicture(
  tx: Tx,
  pk: number,
  shown: { readonly version: string | null; readonly thumbHash: string | null } | null,
  now: number,
): Promise<void> {
  const picture = { cover_version: shown?.version ?? null, thumb_hash: shown?.thumbHash ?? null }
  await tx.query
    .updateTable('facets')
    .set({ ...picture, updated_at: now })
    .where('pk', '=', pk)
    .execute()
}

/** Publishes a change of a name in every library that has it. */
export async function publishChange(tx: Tx, pk: number): Promise<void> {
  for (const { pk: libraryPk, id: libraryId } of await librariesOf(tx, pk)) {
    tx.publish({ channel: 'entity', event: { type: 'library_names_updated', libraryId }, to: { libraryPk } })
  }
}

/** The total number of aliases of several names. */
export async function countAliases(tx: Tx, pks: readonly number[]): Promise<number> {
  const { count } = await tx.query
    .selectFrom('facets')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('alias_of', 'is not', null)
    .where('alias_of', 'in', [...pks])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds an unused alias. */
export async function addAlias(tx: Tx, facet: Pick<FacetToChange, 'pk' | 'kind'>, name: string): Promise<void> {
  await tx.query
    .insertInto('facets')
    .values({
      id: newId(),
      kind: facet.kind,
      name,
      name_key: facetKey(name),
      search_text: '',
      sort_key: sortKeyOf(facet.kind, name, null),
      alias_of: facet.pk,
    })
    .execute()
  await relearn(tx, facet.pk)
}

/** False if the name has no such alias. */
export async function removeAlias(tx: Tx, facet: Pick<FacetToChange, 'pk'>, aliasId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.query
    .deleteFrom('facets')
    .where('id', '=', aliasId.toLowerCase())
    .where('alias_of', 'is not', null)
    .where('alias_of', '=', facet.pk)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await relearn(tx, facet.pk)
  return numDeletedRows > 0n
}

/**
 * Turns names, with their aliases, into aliases of another one. `moveBooks` and `moveSeries` move their books and
 * series.
 */
export async function makeAliases(tx: Tx, facet: FacetToChange, others: readonly number[]): Promise<void> {
  await tx.query
    .updateTable('facets')
    .set({ alias_of: facet.pk, search_text: '' })
    .where(eb => eb.or([eb('pk', 'in', [...others]), eb('alias_of', 'in', [...others])]))
    .execute()
  await relearn(tx, facet.pk)
}

/** Unused names of a kind without details, after a key. */
export async function unusedFacets(
  tx: Pick<Tx, 'query'>,
  kind: string,
  after: number,
  limit: number,
): Promise<{ pk: number; name: string }[]> {
  return tx.query
    .selectFrom('facets')
    .select(['pk', 'name'])
    .where('kind', '=', kind)
    .where('pk', '>', after)
    .where('alias_of', 'is', null)
    .where('description', 'is', null)
    .where('links', 'is', null)
    .where('cover_version', 'is', null)
    .where(sql<boolean>`not exists (select 1 from book_facets where facet_pk = facets.pk)`)
    .where(sql<boolean>`not exists (select 1 from series_facets where facet_pk = facets.pk)`)
    .where(
      sql<boolean>`not exists (select 1 from facets as alias where alias.alias_of is not null and alias.alias_of = facets.pk)`,
    )
    .orderBy('pk')
    .limit(limit)
    .execute()
}

/** Deletes names returned by `unusedFacets`. */
export async function deleteUnused(tx: Tx, pks: readonly number[]): Promise<void> {
  if (pks.length > 0)
    await tx.query
      .deleteFrom('facets')
      .where('pk', 'in', [...pks])
      .execute()
}

/** Deletes a name with its aliases, and its links. */
export async function deleteFacet(tx: Tx, pk: number): Promise<void> {
  await tx.query.deleteFrom('facets').where('pk', '=', pk).execute()
}
