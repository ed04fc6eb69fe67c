import { expect, setDefaultTimeout, test } from 'bun:test'
import { jsonText } from './json-text'
import { runPrepared } from './prepared'
import { forEachDatabase } from './testing'

setDefaultTimeout(60_000)

const TEXTS = [
  'plain',
  'half \ud83d of one',
  'whole 😀',
  'a NUL \0 inside',
  'typed \\u0000 \\ud83d',
  '"\\"\n',
  '\udc00',
]

test('any text becomes JSON without NUL and without lone surrogates', () => {
  const rows = JSON.parse(jsonText(TEXTS.map(text => ({ text })))) as { text: string }[]
  expect(rows.map(row => row.text)).toEqual(TEXTS.map(text => text.toWellFormed().replaceAll('\0', '\ufffd')))
})

forEachDatabase('rows of a JSON text', database => {
  test('are read as they were written, each column as its type', async () => {
    const rows = TEXTS.map((text, pk) => ({ pk, text, share: pk / 4, yes: pk % 2 === 0, none: null }))
    const columns = { pk: 'bigint', text: 'text', share: 'double precision', yes: 'boolean', none: 'text' } as const
    const found = await database.connection.write(tx =>
      runPrepared<(typeof rows)[number], { rows: string }>(tx, 'test.json', { rows: jsonText(rows) }, (p, query) =>
        query
          .selectFrom(tx.dialect.jsonRows<(typeof rows)[number]>(p.rows, columns).as('v'))
          .select(['pk', 'text', 'share', 'yes', 'none'])
          .orderBy('pk'),
      ),
    )
    const whole = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
    expect(found.map(row => ({ ...row, yes: Boolean(row.yes) }))).toEqual(
      rows.map(row => ({ ...row, text: whole(row.text) })),
    )
  })
})
