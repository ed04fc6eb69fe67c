import type { CollectionDto } from '@octavo/contract/collection'
import type { ReadListDto } from '@octavo/contract/read-list'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { Counts, CuratedListRow } from './curated-list-row'
import { COLLECTION, type Kind, READ_LIST } from './kind'
import { isOwner, mayDelete, mayEdit } from './rights.rules'

/** Fields of both kinds. A rule may contain what is hidden from others: only editors see it. */
function common(kind: Kind, row: CuratedListRow, viewer: Viewer) {
  const edits = mayEdit(kind, viewer, row)
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    ordered: row.ordered,
    automatic: row.condition !== null,
    condition: edits && row.condition !== null ? JSON.parse(row.condition) : null,
    visibility: row.visibility,
    mine: isOwner(viewer, row),
    ownerName: row.owner_name,
    mayEdit: edits,
    mayDelete: mayDelete(kind, viewer, row),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export function collectionView(row: CuratedListRow, { members }: Counts, viewer: Viewer): CollectionDto {
  return { ...common(COLLECTION, row, viewer), seriesCount: members }
}

export function readListView(row: CuratedListRow, { members, wanted, undecided }: Counts, viewer: Viewer): ReadListDto {
  // Others may not see the books that match.
  const undecidedCount = isOwner(viewer, row) ? undecided : 0
  return { ...common(READ_LIST, row, viewer), bookCount: members ?? 0, wantedCount: wanted, undecidedCount }
}
