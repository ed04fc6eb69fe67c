import { sql } from 'kysely'
import { cachedValue } from '../../../db'
import { isPartial } from '../../people/access'
import { counting } from '../words'
import type { ListStatement } from './entity'
import { countList, isPlain, listShape, matching, rowsOf } from './list-query'

/** The total of a list, counted once per revision. */
export function totalOf(statement: ListStatement): Promise<number> {
  const { reader, entity, query } = statement
  const inAnyOrder = { ...statement, query: { ...query, sort: entity.defaultSort } }
  return cachedValue(reader, listShape(inAnyOrder, 'total'), () => countRows(statement))
}

async function countRows(statement: ListStatement): Promise<number> {
  const { reader, viewer, entity, query } = statement
  if (isPlain(query)) {
    const total = entity.total?.(statement)
    if (total) return total
  }
  // The word index knows libraries, but no other reasons why a row is hidden.
  const { condition, subset, membersOf, text, scope } = query
  const isOfWords = text?.words && !condition && subset === undefined && membersOf === undefined
  const isOfLibrary = Object.keys(scope).every(name => name === 'library' || scope[name] === undefined)
  if (entity.words && isOfWords && isOfLibrary && !isPartial(viewer)) {
    const { table } = entity.words
    if (reader.dialect.kind === 'sqlite') return countList(statement, 'count words', p => counting.countText(table, p))
    const total = await entity.words.count?.(statement)
    if (total != null) return total
  }
  return countList(statement, 'count', p => {
    return sql`select count(*) as total from ${rowsOf(statement, p)} where ${matching(statement, p)}`
  })
}
