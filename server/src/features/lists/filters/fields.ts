import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { compileOperation, type FieldSql } from './compile'

/** A column of numbers, dates, booleans, or names compared exactly. */
export function column(found: RawBuilder<unknown>): FieldSql {
  return { column: found }
}

/** A column of text, with a second one for comparison. */
export function textColumn(table: string, name: string): FieldSql {
  return { text: sql.ref(`${table}.${name}`), folded: sql.ref(`${table}.${name}_folded`) }
}

/** The sort title, or the title. */
export function sortTitle(table: string): FieldSql {
  const own = (name: string) => sql.ref(`${table}.${name}`)
  return {
    text: sql`coalesce(${own('title_sort')}, ${own('title')})`,
    folded: sql`case when ${own('title_sort')} is null then ${own('title_folded')} else ${own('title_sort_folded')} end`,
  }
}

/** The key of a row in another table, requested by its id. */
export function keyColumn(key: RawBuilder<unknown>, table: string): FieldSql {
  return {
    condition: operation => {
      if (operation.family !== 'uuid') throw new Error(`${table} are asked for by id`)
      const { values, operator } = operation
      if (values.length === 0) return operator === 'in' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`1 = 1`
      const ids = sql.join(values.map(value => sql`${value.toLowerCase()}`))
      const pks = sql`(select pk from ${sql.table(table)} where id in (${ids}))`
      // A single id is looked up once and compared, so that an index of the column can also give the order.
      if (operator === 'in' && values.length === 1) return sql<SqlBool>`${key} = ${pks}`
      return operator === 'in' ? sql<SqlBool>`${key} in ${pks}` : sql<SqlBool>`${key} not in ${pks}`
    },
  }
}

/** A sparse value: `rows` selects all rows with it, with the columns `item_pk` and `value`. */
export function score(pk: RawBuilder<unknown>, rows: (userPk: unknown) => RawBuilder<unknown>): FieldSql {
  return {
    condition: (operation, userPk) => {
      const among = (test: RawBuilder<unknown>) =>
        sql`(select scored.item_pk from ${rows(userPk)} as scored where ${test})`
      const known = among(sql`1 = 1`)
      if (operation.family === 'bool')
        return operation.value ? sql<SqlBool>`${pk} in ${known}` : sql<SqlBool>`${pk} not in ${known}`
      if (operation.family !== 'number') throw new Error('a score is a number')
      if ('operator' in operation)
        return operation.operator === 'isNull' ? sql<SqlBool>`${pk} not in ${known}` : sql<SqlBool>`${pk} in ${known}`
      const matches = among(compileOperation({ ...operation, negated: false }, column(sql`scored.value`)))
      return operation.negated ? sql<SqlBool>`${pk} not in ${matches}` : sql<SqlBool>`${pk} in ${matches}`
    },
  }
}

/**
 * Progress of the viewer. `opened` is the start of a subquery for the keys of rows with progress and ends in its
 * condition: they are few, and found once by their own index.
 */
export function readStatus(
  pk: RawBuilder<unknown>,
  opened: (userPk: number) => RawBuilder<unknown>,
  tests: {
    readonly isOpened: RawBuilder<unknown>
    readonly inProgress: RawBuilder<unknown>
    readonly read: RawBuilder<unknown>
  },
): FieldSql {
  return {
    condition: (operation, userPk) => {
      if (operation.family !== 'choice') throw new Error('readStatus is a choice')
      const among = (test: RawBuilder<unknown>) => sql`(${opened(userPk)}${test})`
      const matches = {
        unread: sql<SqlBool>`${pk} not in ${among(tests.isOpened)}`,
        in_progress: sql<SqlBool>`${pk} in ${among(tests.inProgress)}`,
        read: sql<SqlBool>`${pk} in ${among(tests.read)}`,
      }[operation.value]
      if (!matches) throw new Error(`no read status ${operation.value}`)
      return operation.operator === 'is' ? matches : sql<SqlBool>`not ${matches}`
    },
  }
}
