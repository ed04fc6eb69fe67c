import { type Kysely, sql } from 'kysely'
import { newId } from '../../kernel/ids'
import { searchText } from '../../kernel/search-words'
import { nameKey, sortKey } from '../../kernel/text'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'

/** Pictures of names, and the names of publishers and imprints that series have from their folders. */
export const namePictures: Migration = {
  name: '0031-name-pictures',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const key = dialect.kind === 'sqlite' ? 'integer' : 'bigint'
    const statements = [
      'alter table facets add column cover_version text',
      'alter table facets add column thumb_hash text',
      `alter table covers add column facet_pk ${key} references facets (pk) on delete cascade`,
      'create index covers_of_name on covers (facet_pk, pk)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    for (const kind of ['publisher', 'imprint'] as const) await addOwnNames(db, dialect, kind)
  },
}

/** Rows of one statement. */
const BATCH = 1000

async function addOwnNames(db: Kysely<never>, dialect: Dialect, kind: 'publisher' | 'imprint'): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ pk: number; name: string }>`select pk, ${sql.ref(kind)} as name from series
      where pk > ${after} and ${sql.ref(kind)} is not null order by pk limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.pk
    const names = rows.flatMap(({ pk, name }) => {
      const clean = name.trim()
      return clean === '' ? [] : [{ series_pk: pk, name: clean, name_key: nameKey(clean) }]
    })
    const facets = [...new Map(names.map(each => [each.name_key, each])).values()].map(({ name, name_key }) => {
      return { id: newId(), kind, name, name_key, search_text: searchText(name), sort_key: sortKey(name) }
    })
    const columns = {
      id: 'text',
      kind: 'text',
      name: 'text',
      name_key: 'text',
      search_text: 'text',
      sort_key: 'text',
    } as const
    await sql`insert into facets (id, kind, name, name_key, search_text, sort_key)
      select id, kind, name, name_key, search_text, sort_key from ${dialect.jsonRows(JSON.stringify(facets), columns)} as new_ones
      where 1 = 1 on conflict do nothing`.execute(db)
    const members = dialect.jsonRows(JSON.stringify(names), { series_pk: 'bigint', name_key: 'text' })
    await sql`insert into series_facets (series_pk, facet_pk)
      select members.series_pk, coalesce(facets.alias_of, facets.pk) from ${members} as members
      join facets on facets.kind = ${kind} and facets.name_key = members.name_key
      where 1 = 1 on conflict do nothing`.execute(db)
  }
}
