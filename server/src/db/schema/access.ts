import type { Generated } from 'kysely'
import { OF_USER, type TableEntries } from './table'

export interface SharingTagsTable {
  pk: Generated<number>
  id: string
  name: string
  /** Folded, unique. */
  name_key: string
  description: string | null
  created_at: number
  updated_at: number
}

/**
 * A combination of tags that series have. Created when first needed, never changed; `series.sharing_set_pk` refers to
 * it.
 */
export interface SharingSetsTable {
  pk: Generated<number>
  /** Keys of the tags in their order, with commas between them. */
  tags_key: string
}

export interface SharingSetTagsTable {
  set_pk: number
  tag_pk: number
}

/** The effect of a tag for a user. */
export interface UserGrantsTable {
  pk: Generated<number>
  id: string
  user_pk: number
  tag_pk: number
  /** allow or deny. */
  mode: string
  created_at: number
}

export interface UserLibrariesTable {
  user_pk: number
  library_pk: number
}

/** Limits and permissions that its members share; the columns have the same meaning as in `users`. */
export interface AccessGroupsTable {
  pk: Generated<number>
  id: string
  name: string
  name_key: string
  description: string | null
  limits_libraries: Generated<boolean>
  age_limit: number | null
  shows_unrated: Generated<boolean>
  created_at: number
  updated_at: number
}

export interface AccessGroupLibrariesTable {
  group_pk: number
  library_pk: number
}

export interface AccessGroupMembersTable {
  group_pk: number
  user_pk: number
  /** manual or oidc: oidc rows are added and removed at sign-in. */
  source: string
  created_at: number
}

export interface AccessGroupGrantsTable {
  group_pk: number
  tag_pk: number
  mode: string
  created_at: number
}

/** Members of this group at the identity provider become members. */
export interface AccessGroupMappingsTable {
  pk: Generated<number>
  id: string
  group_pk: number
  oidc_group: string
  created_at: number
}

export const ACCESS_TABLES = {
  user_libraries: {
    owner: 'features/people/users',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  user_grants: {
    owner: 'features/people/sharing-tags',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  sharing_tags: { owner: 'features/people/sharing-tags', makesStale: 'catalogue', seenWith: 'nobody' },
  sharing_sets: { owner: 'features/people/sharing-tags', makesStale: 'catalogue', seenWith: 'nobody' },
  sharing_set_tags: { owner: 'features/people/sharing-tags', makesStale: 'catalogue', seenWith: 'nobody' },
  access_groups: { owner: 'features/people/access-groups', makesStale: 'progress', seenWith: 'nobody' },
  access_group_libraries: { owner: 'features/people/access-groups', makesStale: 'progress', seenWith: 'nobody' },
  access_group_members: {
    owner: 'features/people/access-groups',
    makesStale: 'progress',
    seenWith: 'user',
    references: { user_pk: OF_USER },
  },
  access_group_grants: { owner: 'features/people/access-groups', makesStale: 'progress', seenWith: 'nobody' },
  access_group_mappings: { owner: 'features/people/access-groups', makesStale: 'progress', seenWith: 'nobody' },
} satisfies TableEntries
