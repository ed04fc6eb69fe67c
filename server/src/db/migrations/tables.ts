import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../dialect'

export type Table = CreateTableBuilder<string, string>

export interface Make {
  /** A table with an internal key and a public id. */
  entity(name: string, columns: (table: Table) => Table): Promise<void>
  /** A table with an internal key only. */
  keyed(name: string, columns: (table: Table) => Table): Promise<void>
  table(name: string, columns: (table: Table) => Table): Promise<void>
  /** Text compared byte by byte on both databases. */
  readonly bytewise: RawBuilder<unknown>
}

/** Creates tables for both databases. */
export function tables(db: Kysely<never>, dialect: Dialect): Make {
  const sqlite = dialect.kind === 'sqlite'
  const key = (column: ColumnDefinitionBuilder) =>
    sqlite ? column.primaryKey().autoIncrement() : column.generatedByDefaultAsIdentity().primaryKey()
  const create = (name: string): Table => db.schema.createTable(name)
  return {
    entity: (name, columns) =>
      columns(
        create(name)
          .addColumn('pk', sqlite ? 'integer' : 'bigint', key)
          .addColumn('id', 'text', column => column.notNull().unique()),
      ).execute(),
    keyed: (name, columns) => columns(create(name).addColumn('pk', sqlite ? 'integer' : 'bigint', key)).execute(),
    table: (name, columns) => columns(create(name)).execute(),
    bytewise: sqlite ? sql`text` : sql`text collate "C"`,
  }
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull()
export const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
export const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`false`)
export const yes = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(sql`true`)
export const references = (target: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(target).onDelete('cascade')
