import { sql } from 'kysely'
import { cachedValue } from '../../../db'
import { isPartial } from '../../people/access'
import { counting } from '../words'
import type { ListStatement } from './entity'
import { type Access, countList, isPlain, listShape, matching, rowsOf, subsetOf } from './list-query'

/** How many rows a list has: counted once for each revision, but for what SQLite has at hand. */
export function totalOf(statement: ListStatement): Promise<number> {
  const { reader, viewer, entity, query } = statement
  const count = () => countRows(statement)
  if (isPlain(query) && entity.total && !isPartial(viewer) && reader.dialect.kind === 'sqlite') return count()
  const inAnyOrder = { ...statement, query: { ...query, sort: entity.defaultSort } }
  return cachedValue(reader, listShape(inAnyOrder, 'total'), count)
}

async function countRows(statement: ListStatement): Promise<number> {
  const { reader, viewer, entity, query } = statement
  if (isPlain(query)) {
    const total = await entity.total?.(statement)
    if (total != null) return total
  }
  const ofSubset = subsetOf(entity, query)?.total
  if (ofSubset && isPlain({ ...query, subset: undefined })) {
    return countList(statement, 'stored total', p => ofSubset(statement, p))
  }
  // An index of words knows of libraries, and not of what else hides a row.
  const { condition, subset, membersOf, text, scope } = query
  const isOfWords = text?.words && !condition && subset === undefined && membersOf === undefined
  const isOfLibrary = Object.keys(scope).every(name => name === 'library' || scope[name] === undefined)
  if (entity.words && isOfWords && isOfLibrary && !isPartial(viewer)) {
    const { table } = entity.words
    if (reader.dialect.kind === 'sqlite') return countList(statement, 'count words', p => counting.countText(table, p))
    const total = await entity.words.count?.(statement)
    if (total != null) return total
  }
  return countMatching(statement)
}

export function countMatching(statement: ListStatement, access: Access = {}): Promise<number> {
  return countList(statement, access.isOpened ? 'count opened' : 'count', p => {
    const rows = rowsOf(statement, p, access.isOpened)
    return sql`select count(*) as total from ${rows} where ${matching(statement, p, access)}`
  })
}
