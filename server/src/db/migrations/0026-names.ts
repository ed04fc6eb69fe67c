import { type Kysely, sql } from 'kysely'
import { newId } from '../../kernel/ids'
import { surnameFirst } from '../../kernel/person-name'
import { searchText } from '../../kernel/search-words'
import { nameKey, sortKey } from '../../kernel/text'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'

/**
 * Names as rows: aliases, sort names and descriptions. An alias is a row of its own, so that names and aliases share
 * one unique key.
 */
export const names: Migration = {
  name: '0026-names',
  compatibleFrom: '0005-lists',
  up: async (db, dialect) => {
    const key = dialect.kind === 'sqlite' ? 'integer' : 'bigint'
    const statements = [
      `alter table facets add column alias_of ${key} references facets (pk) on delete cascade`,
      'alter table facets add column sort_name text',
      `alter table facets add column sort_key ${dialect.kind === 'sqlite' ? 'text' : 'text collate "C"'} not null default ''`,
      'alter table facets add column description text',
      'alter table facets add column links text',
      'alter table facets add column updated_at bigint',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    await addSortKeys(db, dialect)
    const indexes = [
      'create index facets_in_order on facets (kind, sort_key, pk) where alias_of is null',
      'create index facets_by_alias on facets (alias_of) where alias_of is not null',
    ]
    for (const statement of indexes) await sql.raw(statement).execute(db)
    await addPublishers(db, dialect)
  },
}

/** Rows whose key is written by one statement. */
const BATCH = 1000

async function addSortKeys(db: Kysely<never>, dialect: Dialect): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ pk: number; kind: string; name: string }>`select pk, kind, name from facets
      where pk > ${after} order by pk limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const keys = rows.map(({ pk, kind, name }) => ({ pk, key: sortKey(kind === 'author' ? surnameFirst(name) : name) }))
    const chosen = dialect.jsonRows(JSON.stringify(keys), { pk: 'bigint', key: 'text' })
    await sql`update facets set sort_key = chosen.key from ${chosen} as chosen where chosen.pk = facets.pk`.execute(db)
    after = last.pk
  }
}

interface PublishedBook {
  readonly book_pk: number
  readonly publisher: string | null
  readonly imprint: string | null
}

/** Publishers and imprints were columns only: they become names of books and series. */
async function addPublishers(db: Kysely<never>, dialect: Dialect): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<PublishedBook>`select book_pk, publisher, imprint from book_metadata
      where book_pk > ${after} and (publisher is not null or imprint is not null)
      order by book_pk limit ${sql.lit(BATCH)}`.execute(db)
    const last = rows.at(-1)
    if (!last) break
    const names = rows.flatMap(({ book_pk, publisher, imprint }) =>
      [
        { kind: 'publisher', name: publisher?.trim() ?? '' },
        { kind: 'imprint', name: imprint?.trim() ?? '' },
      ].flatMap(({ kind, name }) => (name ? [{ book_pk, kind, name, name_key: nameKey(name) }] : [])),
    )
    const facets = [...new Map(names.map(each => [`${each.kind} ${each.name_key}`, each])).values()].map(each => {
      const { kind, name, name_key } = each
      return { id: newId(), kind, name, name_key, search_text: searchText(name), sort_key: sortKey(name) }
    })
    const text = {
      id: 'text',
      kind: 'text',
      name: 'text',
      name_key: 'text',
      search_text: 'text',
      sort_key: 'text',
    } as const
    await sql`insert into facets (id, kind, name, name_key, search_text, sort_key)
      select id, kind, name, name_key, search_text, sort_key from ${dialect.jsonRows(JSON.stringify(facets), text)} as new_ones
      where 1 = 1 on conflict do nothing`.execute(db)
    const members = dialect.jsonRows(JSON.stringify(names), { book_pk: 'bigint', kind: 'text', name_key: 'text' })
    await sql`insert into book_facets (book_pk, facet_pk) select members.book_pk, facets.pk from ${members} as members
      join facets on facets.kind = members.kind and facets.name_key = members.name_key
      where 1 = 1 on conflict do nothing`.execute(db)
    after = last.book_pk
  }
  await sql`insert into series_facets (series_pk, facet_pk) select distinct books.series_pk, book_facets.facet_pk
    from facets join book_facets on book_facets.facet_pk = facets.pk join books on books.pk = book_facets.book_pk
    where facets.kind in ('publisher', 'imprint') and not books.deleted on conflict do nothing`.execute(db)
}
