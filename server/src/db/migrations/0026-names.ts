import { type Kysely, sql } from 'kysely'
import { surnameFirst } from '../../kernel/person-name'
import { sortKey } from '../../kernel/text'
import type { Dialect } from '../dialect'
import type { Migration } from './migration'

/**
 * Names as things of their own: other spellings that stand for a name, how it is sorted, and what is said of it. An alias
 * is a row of its own, so that a name is taken once, by a name or by an alias.
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
