import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from './testing'
import { insertRows, updateRows } from './write-rows'

setDefaultTimeout(60_000)

/** More than one statement takes. */
const MANY = Array.from({ length: 251 }, (_, at) => ({ key: `${at}`, value: `${at}`, updated_at: at, is_set: true }))

forEachDatabase('rows given as JSON', database => {
  const write: typeof database.connection.write = work => database.connection.write(work)
  const stored = async (key: string) =>
    database.connection.reader.query
      .selectFrom('settings')
      .select(['value', 'updated_at', 'is_set'])
      .where('key', '=', key)
      .executeTakeFirst()

  test('are added; known ones get the values, except those that they keep', async () => {
    await write(tx => insertRows(tx, 'settings', MANY))
    await write(tx =>
      insertRows(tx, 'settings', [{ key: '250', value: '', updated_at: 1, is_set: false }], { ignoreKnown: true }),
    )
    expect(await stored('250')).toEqual({ value: '250', updated_at: 250, is_set: true })
    const known = { by: ['key'], keeps: ['updated_at'] }
    const again = [{ key: '250', value: 'a NUL \0', updated_at: 1, is_set: false }]
    await write(tx => insertRows(tx, 'settings', again, { known }))
    expect(await stored('250')).toEqual({ value: 'a NUL \ufffd', updated_at: 250, is_set: false })
  })

  test('are refused if they have other columns than the first', async () => {
    const row = { key: 'new', value: 'a', updated_at: 1, is_set: true }
    const { is_set, ...less } = row
    for (const other of [less, { ...row, more: 1 }, { ...less, more: is_set }]) {
      await expect(write(tx => insertRows(tx, 'settings', [row, other]))).rejects.toThrow(
        /^Rows of settings have other columns than the first: .* instead of key,value,updated_at,is_set$/,
      )
    }
    expect(await stored('new')).toBeUndefined()
  })

  test('set columns of known rows, where allowed, and name the written ones', async () => {
    const rows = MANY.map(({ key }) => ({ key, value: `new ${key}` }))
    const written = await write(tx =>
      updateRows<{ key: string }>(tx, 'settings', 'test', [...rows, { key: 'none', value: '' }], {
        ...{ by: ['key'], set: { updated_at: sql`settings.updated_at + 1` } },
        ...{ only: sql`settings.key = '0' or settings.key = '249'`, returning: ['key'] },
      }),
    )
    expect(written.map(({ key }) => key).toSorted()).toEqual(['0', '249'])
    expect(await stored('249')).toEqual({ value: 'new 249', updated_at: 250, is_set: true })
    expect(await stored('248')).toEqual({ value: '248', updated_at: 248, is_set: true })
    expect(await stored('none')).toBeUndefined()
  })
})
