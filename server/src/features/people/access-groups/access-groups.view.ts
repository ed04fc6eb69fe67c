import type {
  AccessGroupDetailDto,
  AccessGroupDto,
  AccessGroupGrantDto,
  AccessGroupMemberDto,
  AccessGroupOidcMappingDto,
} from '@octavo/contract/access-group'
import { timestamp } from '../../../kernel/clock'
import type { GroupGrantRow, GroupRow, MappingRow, MemberRow } from './access-groups.queries'

function shape(row: GroupRow) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    libraryIds: row.limits_libraries ? [...row.library_ids] : null,
    ageLimit: row.age_limit,
    showsUnrated: row.shows_unrated,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

export function groupView(row: GroupRow): AccessGroupDto {
  return { ...shape(row), memberCount: Number(row.member_count), grantCount: Number(row.grant_count) }
}

export function groupDetail(
  row: GroupRow,
  parts: {
    readonly members: readonly MemberRow[]
    readonly grants: readonly GroupGrantRow[]
    readonly mappings: readonly MappingRow[]
  },
): AccessGroupDetailDto {
  return {
    ...shape(row),
    members: parts.members.map(memberView),
    grants: parts.grants.map(groupGrantView),
    oidcMappings: parts.mappings.map(mappingView),
  }
}

export function memberView({ id, username, source, created_at }: MemberRow): AccessGroupMemberDto {
  return { userId: id, username, source, createdAt: timestamp(created_at) }
}

export function groupGrantView({ tag_id, name, mode, created_at }: GroupGrantRow): AccessGroupGrantDto {
  return {
    sharingTagId: tag_id,
    sharingTagName: name,
    accessMode: mode === 'allow' ? 'allow' : 'deny',
    createdAt: timestamp(created_at),
  }
}

export function mappingView({ id, oidc_group, created_at }: MappingRow): AccessGroupOidcMappingDto {
  return { id, oidcGroupName: oidc_group, createdAt: timestamp(created_at) }
}
