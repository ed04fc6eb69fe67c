import { cachedValue, type Reader } from '../../../db'
import type { Keyed } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { ordering } from '../filters'
import { inKnownWords, withOtherWords } from '../words'
import type { Entity, ListQuery, ListStatement } from './entity'
import { listShape, scoreOf, sortsOf, subsetOf } from './list-query'
import { type PlanQuestion, planList } from './plan'
import { bestFirst } from './strategies/best-first'
import { inOrder } from './strategies/in-order'
import { sparse } from './strategies/sparse'
import { titleThenNewest } from './strategies/title-then-newest'
import { totalOf } from './totals'

export interface KeyPage {
  readonly pks: readonly number[]
  readonly total: number
}

/** The keys of one page and the total of a list. If no row has a query word, similar words are used. */
export async function selectKeys(reader: Reader, viewer: Viewer, entity: Entity, asked: ListQuery): Promise<KeyPage> {
  const text = await inKnownWords(reader, asked.text)
  const statement = { reader, viewer, entity, query: { ...asked, text } }
  const found = await countedKeys(statement)
  if (found.total > 0 || !text || !entity.words) return found
  const others = await withOtherWords(reader, viewer, text, { table: entity.words.table, seen: entity.visible })
  return others ? countedKeys({ ...statement, query: { ...asked, text: others } }) : found
}

/** First pages without a search are cached, as they are requested often. */
async function countedKeys(statement: ListStatement): Promise<KeyPage> {
  const { reader, query } = statement
  const { page, pageSize, sort, text } = query
  const counting = totalOf(statement)
  const isFirst = page === 1 && !text
  // A first page is the same whatever follows: on PostgreSQL both are read at once.
  const most = isFirst && reader.dialect.kind === 'postgres' ? Number.POSITIVE_INFINITY : await counting
  const read = async () => (await readKeys(statement, most)).map(({ pk }) => pk)
  const shape = listShape(statement, 'first page', sort, pageSize)
  const [pks, total] = await Promise.all([isFirst ? cachedValue(reader, shape, read) : read(), counting])
  return { pks, total }
}

async function readKeys(statement: ListStatement, total: number): Promise<Keyed[]> {
  const plan = planList(questionOf(statement), total, statement.reader.dialect.kind)
  switch (plan.strategy) {
    case 'nothing':
      return []
    case 'best-first':
      return bestFirst(statement, plan.window)
    case 'title-then-newest':
      return forward(plan.window, await titleThenNewest(statement, plan, total))
    case 'sparse':
      return forward(plan.window, await sparse(statement, plan, total))
    case 'in-order':
      return forward(plan.window, await inOrder(statement, plan))
  }
}

const forward = ({ isReversed }: { readonly isReversed: boolean }, rows: Keyed[]) =>
  isReversed ? rows.reverse() : rows

function questionOf({ entity, query }: ListStatement): PlanQuestion {
  const sorts = sortsOf({ entity, query })
  const { sort, page, pageSize, text } = query
  const subset = subsetOf(entity, query)
  const isNamed = query.membersOf !== undefined || subset?.source !== undefined
  return {
    ...{ sort, page, pageSize, defaultSort: entity.defaultSort },
    text: text ? (text.words ? 'words' : 'signs') : null,
    isRanked: ordering.ranks(sort, sorts),
    isSparse: sort.length === 1 && scoreOf(entity, sort) !== null,
    within: subset?.isHiddenToo ? 'hidden too' : isNamed ? 'named' : 'all',
  }
}
