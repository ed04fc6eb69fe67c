import { z } from 'zod'
import { AppError } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import { type DataPart, type Importing, ROWS_AT_ONCE } from '../../../platform/data-part'
import { storedText } from './preference.rules'
import { ownPreferences } from './preferences.queries'
import { savePreferences } from './preferences.store'

const PreferenceRow = z.object({
  key: z.string().max(255),
  value: z.unknown(),
  updatedAt: z.iso.datetime({ offset: true }),
})
type PreferenceRow = z.infer<typeof PreferenceRow>

/** Keys end in the id of their subject, without its dashes. */
const OF_ID = /\.(series|book|library)\.([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** A user's preferences, including reader profiles. */
export const PREFERENCES_PART: DataPart<PreferenceRow> = {
  name: 'preferences',
  row: PreferenceRow,
  async *rows(reader, viewer, mentions) {
    const rows = await ownPreferences(reader, viewer)
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + ROWS_AT_ONCE)
      const ids = some.flatMap(({ key }) => idIn(key) ?? [])
      for (const table of ['series', 'books'] as const) {
        const of = ids.filter(({ kind }) => (kind === 'series') === (table === 'series')).map(({ id }) => id)
        if (of.length === 0) continue
        const found = (await reader.query.selectFrom(table).select('pk').where('id', 'in', of).execute()) as {
          readonly pk: number
        }[]
        for (const { pk } of found) mentions[table].add(pk)
      }
      yield some.map(({ key, value, updated_at }) => ({
        key,
        value: JSON.parse(value),
        updatedAt: timestamp(updated_at),
      }))
    }
  },
  async judge(importing, rows) {
    const { reader, viewer, now } = importing
    const keys = rows.map(row => keyHere(importing, row.key))
    const asked = keys.filter(key => key !== null)
    const known = new Map((await ownPreferences(reader, viewer, asked)).map(row => [row.key, row]))
    return rows.map((row, at) => {
      const key = keys[at] ?? null
      if (key === null) return 'missing'
      const time = Date.parse(row.updatedAt)
      if (textOf(key, row.value) === null || time < 0 || time > now) return 'invalid'
      const here = known.get(key)
      if (here?.value === textOf(key, row.value)) return 'known'
      return here && here.updated_at >= time ? 'newer' : 'taken'
    })
  },
  async save(importing, rows) {
    const { viewer, write } = importing
    await write(async tx => {
      for (const row of rows) {
        const key = keyHere(importing, row.key)
        const text = key === null ? null : textOf(key, row.value)
        if (key === null || text === null) continue
        await savePreferences(tx, viewer.userPk, new Map([[key, text]]), Date.parse(row.updatedAt))
      }
    })
    return []
  },
}

function idIn(key: string): { readonly kind: string; readonly id: string } | null {
  const [, kind = '', ...parts] = OF_ID.exec(key) ?? []
  return kind === '' ? null : { kind, id: parts.join('-') }
}

/** The key with the id on this server; null if its subject does not exist here. */
function keyHere({ idHere }: Importing, key: string): string | null {
  const of = idIn(key)
  if (!of) return key
  const id = idHere(of.id)
  return id === null ? null : key.replace(OF_ID, `.${of.kind}.${id.replaceAll('-', '')}`)
}

function textOf(key: string, value: unknown): string | null {
  try {
    return storedText(key, value)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
