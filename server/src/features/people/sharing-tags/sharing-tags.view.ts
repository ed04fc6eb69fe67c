import type { SharingTagDto, SharingTagSummaryDto } from '@octavo/contract/sharing-tag'
import type { UserSharingTagGrantDto } from '@octavo/contract/user'
import { timestamp } from '../../../kernel/clock'
import type { GrantRow, TagRow } from './sharing-tags.queries'

export function tagView(row: TagRow): SharingTagDto {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    seriesCount: Number(row.series_count),
    userCount: Number(row.user_count),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export function tagSummary({
  id,
  name,
  description,
}: Pick<TagRow, 'id' | 'name' | 'description'>): SharingTagSummaryDto {
  return { id, name, description }
}

export function grantView(row: GrantRow): UserSharingTagGrantDto {
  return {
    id: row.id,
    sharingTagId: row.tag_id,
    sharingTagName: row.name,
    accessMode: row.mode === 'allow' ? 'allow' : 'deny',
    createdAt: timestamp(row.created_at),
  }
}
