import type { FacetNameChangeDto } from '@octavo/contract/facet-change'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import { type facetChanges, facetPages } from '../facets'
import type { NameAt } from './change-names'

/** Maximum number of shown changes of a name. */
const MOST_SHOWN = 50

/** Merges and renames of a name, the latest first. @throws NotFound */
export async function changesOf(reader: Reader, { kind, facet_id }: NameAt): Promise<FacetNameChangeDto[]> {
  const facet = await facetPages.findFacet(reader, kind, facet_id)
  if (!facet) throw notFound('Name')
  const rows = await reader.query
    .selectFrom('name_changes')
    .selectAll()
    .where('facet_pk', '=', facet.pk)
    .orderBy('pk', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  return rows.map(row => {
    const details = JSON.parse(row.details) as Partial<
      facetChanges.nameChanges.Merging & facetChanges.nameChanges.Renaming
    >
    return {
      id: row.id,
      action: row.action === 'merge' ? 'merge' : 'rename',
      names: (details.names ?? []).map(({ name }) => name),
      before: details.before ?? null,
      after: details.after ?? null,
      books: row.books,
      series: row.series,
      userName: row.user_name,
      at: timestamp(row.at),
      undoneAt: row.undone_at === null ? null : timestamp(row.undone_at),
    }
  })
}
