import { sql } from 'kysely'
import type { Reader } from '../../../db'

export interface GrantSource {
  readonly tag_id: string
  readonly name: string
  readonly mode: string
  /** Null for one of the user's own. */
  readonly group_id: string | null
  readonly group_name: string | null
}

/** All grants of a user, own ones and those of groups, by names of tags and groups. */
export async function grantSources(reader: Reader, userPk: number): Promise<GrantSource[]> {
  const { rows } = await sql<GrantSource>`
    select sharing_tags.id as tag_id, sharing_tags.name, own.mode, own.group_id, own.group_name
    from (
      select tag_pk, mode, null as group_id, null as group_name, '' as group_key from user_grants where user_pk = ${userPk}
      union all
      select access_group_grants.tag_pk, access_group_grants.mode, access_groups.id, access_groups.name, access_groups.name_key
      from access_group_members
      join access_groups on access_groups.pk = access_group_members.group_pk
      join access_group_grants on access_group_grants.group_pk = access_groups.pk
      where access_group_members.user_pk = ${userPk}
    ) as own
    join sharing_tags on sharing_tags.pk = own.tag_pk
    order by own.mode desc, sharing_tags.name_key, own.group_key
  `.execute(reader.query)
  return rows
}
