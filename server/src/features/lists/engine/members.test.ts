// A throw-away entity with a manual order: a new entity needs only its description.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { parseCondition, type Sort } from '../filters'
import { type Entity, type ListQuery, OWN_ORDER } from './entity'
import { columnsOf, type RowShape, selectPage } from './rows'
import { selectKeys } from './select-page'
import { selectValues } from './summaries'

setDefaultTimeout(60_000)

const BY_POSITION: Sort = [{ field: OWN_ORDER, direction: 'asc' }]
/** Filter fields of cards. */
const FIELDS = { suit: { family: 'choice', choices: ['red', 'black'] } } as const

const CARDS: Entity = {
  noun: 'Card',
  table: 'throw_away_cards',
  live: sql`not throw_away_cards.hidden`,
  visible: ({ visibility }) =>
    visibility.kind === 'libraries'
      ? sql`throw_away_cards.library_pk in (${sql.join(visibility.libraryPks.map(pk => sql.lit(pk)))})`
      : sql`1 = 1`,
  scopes: { library: { column: sql`throw_away_cards.library_pk`, field: 'library', find: async () => undefined } },
  fieldKinds: FIELDS,
  fields: { suit: { column: sql`throw_away_cards.suit` } },
  sorts: {
    pips: { column: sql`throw_away_cards.pips`, nullable: true },
    last_read: { column: sql`progress.value`, nullable: true, join: 'progress' },
  },
  defaultSort: BY_POSITION,
  scores: {
    progress: userPk => sql`(select card_pk as item_pk, read_at as value from throw_away_reads
      where user_pk = ${userPk})`,
  },
  subsets: {
    opened: {
      source: (_statement, p) => ({
        from: sql`throw_away_reads`,
        where: sql`throw_away_cards.pk = throw_away_reads.card_pk and throw_away_reads.user_pk = ${p.userPk}`,
      }),
    },
  },
  progress: { table: 'throw_away_reads', item: 'card_pk', fields: new Set() },
  members: {
    table: 'throw_away_hands',
    list: 'hand_pk',
    item: 'card_pk',
    order: { column: sql`throw_away_hands.position`, nullable: false },
  },
}

const CARD_ROW: RowShape<{ pk: number; suit: string; read_at: number | null }> = {
  entity: CARDS,
  name: 'row',
  shared: () => columnsOf('throw_away_cards', ['suit']),
  own: () => columnsOf('throw_away_reads', ['read_at']),
}

/** A card by its key, 1 to 40: suit, value, and whether it is hidden. */
const isRed = (pk: number) => pk % 2 === 1
const pips = (pk: number) => (pk % 5 === 0 ? null : (pk * 7) % 40)
const isHidden = (pk: number) => pk === 13
/** When user 7 read a card; null for never. */
const readAt = (pk: number) => (pk % 4 === 0 ? (pk * 31) % 1009 : null)
/** Cards in hand 1 have a manual order. */
const HAND = Array.from({ length: 30 }, (_, at) => ((at * 11) % 40) + 1)

forEachDatabase('a list in an order of its own', database => {
  beforeAll(async () => {
    await database.connection.write(async tx => {
      await tx.run(
        'create table throw_away_cards (pk integer primary key, library_pk integer not null, suit text not null, pips integer, hidden boolean not null)',
        [],
      )
      await tx.run(
        'create table throw_away_hands (hand_pk integer not null, position integer not null, card_pk integer not null)',
        [],
      )
      for (let pk = 1; pk <= 40; pk++) {
        const suit = isRed(pk) ? 'red' : 'black'
        await tx.run(
          `insert into throw_away_cards values (${pk}, ${(pk % 3) + 1}, '${suit}', ${pips(pk)}, ${isHidden(pk)})`,
          [],
        )
      }
      for (const [position, pk] of HAND.entries()) {
        await tx.run(`insert into throw_away_hands values (1, ${position}, ${pk})`, [])
        await tx.run(`insert into throw_away_hands values (2, ${position}, ${41 - pk})`, [])
      }
    })
  })

  /** Hand 3 is large enough for deep pages: all cards with these keys, in the order of `place`. */
  const MANY = Array.from({ length: 4000 }, (_, at) => at + 1001)
  const place = (pk: number) => (pk * 1237) % 4001
  beforeAll(async () => {
    await database.connection.write(async tx => {
      const numbers = 'with recursive n(pk) as (select 1001 union all select pk + 1 from n where pk < 5000)'
      await tx.run(
        'create table throw_away_reads (user_pk integer not null, card_pk integer not null, read_at integer not null, primary key (user_pk, card_pk))',
        [],
      )
      await tx.run(
        `insert into throw_away_cards ${numbers} select pk, (pk % 3) + 1, case pk % 2 when 1 then 'red' else 'black' end,
          case when pk % 5 = 0 then null else (pk * 7) % 40 end, ${database.connection.kind === 'sqlite' ? '0' : 'false'} from n`,
        [],
      )
      await tx.run(`insert into throw_away_hands ${numbers} select 3, (pk * 1237) % 4001, pk from n`, [])
      await tx.run(`insert into throw_away_reads ${numbers} select 7, pk, (pk * 31) % 1009 from n where pk % 4 = 0`, [])
      await tx.run('insert into throw_away_reads values (8, 1001, 5)', [])
    })
  })

  const ask = (query: Partial<ListQuery>, viewer: Viewer = SYSTEM_VIEWER) =>
    selectKeys(database.connection.reader, viewer, CARDS, {
      ...{ scope: {}, membersOf: 1, sort: BY_POSITION, page: 1, pageSize: 50 },
      ...query,
    })
  const shown = HAND.filter(pk => !isHidden(pk))

  test('has its members in that order, a page at a time, forwards and backwards', async () => {
    expect(await ask({})).toEqual({ pks: shown, total: shown.length })
    expect((await ask({ sort: [{ field: OWN_ORDER, direction: 'desc' }] })).pks).toEqual(shown.toReversed())
    const pages = await Promise.all([1, 2, 3, 4, 5].map(page => ask({ page, pageSize: 7 })))
    expect(pages.flatMap(({ pks }) => pks)).toEqual(shown)
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => shown.length))
    const others = HAND.map(pk => 41 - pk).filter(pk => !isHidden(pk))
    expect((await ask({ membersOf: 2 })).pks).toEqual(others)
  })

  test('is filtered, narrowed, sorted otherwise and counted as any other list', async () => {
    const red = parseCondition({ suit: { operator: 'is', value: 'red' } }, FIELDS)
    expect(await ask({ condition: red })).toEqual({ pks: shown.filter(isRed), total: shown.filter(isRed).length })
    expect((await ask({ scope: { library: 2 } })).pks).toEqual(shown.filter(pk => pk % 3 === 1))
    const order = (pk: number) => pips(pk) ?? -1
    const sorted = shown.toSorted((a, b) => order(a) - order(b) || a - b)
    expect((await ask({ sort: [{ field: 'pips', direction: 'asc' }] })).pks).toEqual(sorted)
    const { reader } = database.connection
    const query: ListQuery = { scope: {}, membersOf: 1, sort: BY_POSITION, page: 1, pageSize: 1 }
    const values = await selectValues(
      { reader, viewer: SYSTEM_VIEWER, entity: CARDS, query },
      { field: 'suit', limit: 5 },
    )
    const count = (of: boolean) => shown.filter(pk => isRed(pk) === of).length
    expect(new Map(values.map(({ value, count }) => [value, count]))).toEqual(
      new Map([
        ['red', count(true)],
        ['black', count(false)],
      ]),
    )
  })

  test('shows nobody hidden items, no matter who asked before, and new writes at once', async () => {
    const limited: Viewer = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [1] } }
    const mine = shown.filter(pk => pk % 3 === 0)
    await ask({})
    expect(await ask({}, limited)).toEqual({ pks: mine, total: mine.length })
    const [first = 0, ...others] = shown
    await database.connection.write(tx => tx.run(`update throw_away_cards set hidden = true where pk = ${first}`, []))
    if (database.connection.kind === 'sqlite') expect(await ask({})).toEqual({ pks: others, total: others.length })
  })

  const reader7: Viewer = { ...SYSTEM_VIEWER, userPk: 7 }
  const ORDERS: Readonly<Record<string, (pk: number) => number | null>> = {
    [OWN_ORDER]: place,
    pips,
    last_read: readAt,
  }

  /** Every card of hand 3 that a test covers, in an order: unknown values first when ascending. */
  function sorted(pks: readonly number[], field: string, direction: 'asc' | 'desc') {
    const value = (pk: number) => ORDERS[field]?.(pk) ?? Number.NEGATIVE_INFINITY
    const up = pks.toSorted((a, b) => (value(a) === value(b) ? a - b : value(a) < value(b) ? -1 : 1))
    return direction === 'asc' ? up : up.toReversed()
  }

  test.each(Object.keys(ORDERS).flatMap(field => (['asc', 'desc'] as const).map(way => [field, way] as const)))(
    'by %s %s, deep pages are right too, whatever was asked before, and for each viewer',
    async (field, direction) => {
      const limited: Viewer = { ...reader7, visibility: { kind: 'libraries', libraryPks: [1, 3] } }
      const red = parseCondition({ suit: { operator: 'is', value: 'red' } }, FIELDS)
      for (const [viewer, condition, pks] of [
        [reader7, null, MANY],
        [limited, null, MANY.filter(pk => pk % 3 !== 1)],
        [reader7, red, MANY.filter(isRed)],
      ] as const) {
        const expected = sorted(pks, field, direction)
        for (const page of [1, 11, 14, 12, 25, Math.ceil(pks.length / 100), 26, 11]) {
          const found = await ask(
            { membersOf: 3, sort: [{ field, direction }], condition, page, pageSize: 100 },
            viewer,
          )
          expect([page, found.total, found.pks]).toEqual([
            page,
            pks.length,
            expected.slice(page * 100 - 100, page * 100),
          ])
        }
      }
    },
  )

  test('has those that a viewer has opened, and rows with each viewer’s progress', async () => {
    const opened = MANY.filter(pk => readAt(pk) !== null)
    const sort: Sort = [{ field: OWN_ORDER, direction: 'asc' }]
    const query = { membersOf: 3, subset: 'opened', sort, page: 11, pageSize: 100 }
    expect(await ask(query, reader7)).toEqual({
      pks: sorted(opened, OWN_ORDER, 'asc').slice(1000, 1100),
      total: 1000,
    })
    expect((await ask({ ...query, page: 1 }, { ...reader7, userPk: 8 })).pks).toEqual([1001])
    const { reader } = database.connection
    const { rows } = await selectPage(reader, reader7, CARD_ROW, { membersOf: 3, sort, page: 1, pageSize: 20 })
    const first = sorted(MANY, OWN_ORDER, 'asc').slice(0, 20)
    expect(rows).toEqual(first.map(pk => ({ pk, suit: isRed(pk) ? 'red' : 'black', read_at: readAt(pk) })))
  })

  test('without scores: a sort by one is an error of its description', async () => {
    const sort: Sort = [{ field: 'last_read', direction: 'asc' }]
    const { scores: _, ...entity } = CARDS
    const query: ListQuery = { scope: {}, sort, page: 1, pageSize: 5 }
    const asked = selectKeys(database.connection.reader, SYSTEM_VIEWER, entity, query)
    await expect(asked).rejects.toThrow('throw_away_cards are not joined with progress')
  })
})
