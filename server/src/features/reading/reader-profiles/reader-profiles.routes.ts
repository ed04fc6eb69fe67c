import * as contract from '@octavo/contract/reader-profile'
import type { Connection } from '../../../db'
import type { UserPreferencesTable } from '../../../db/schema/users'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_ROW, findBook } from '../../catalogue/books'
import { forgetPreference, ownPreferences, savePreferences, storedText } from '../../people/preferences'
import {
  memberOf,
  type ProfileKey,
  preferenceKey,
  profileKeyOf,
  type Reader,
  resolved,
  targetOf,
} from './profile-key.rules'
import { type NamedScope, namesOf } from './profile-names.queries'

export type ReaderProfileDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

type Settings = contract.ReaderProfileDto['settings']
type Row = Pick<UserPreferencesTable, 'value' | 'updated_at'>

const isNamed = (scope: contract.ReaderProfileScope): scope is NamedScope => scope !== 'default' && scope !== 'device'

/**
 * Reader settings by default, device, library, series or book. They are stored as preferences; these routes resolve
 * them for a book, and list, copy and reset them.
 */
export function readerProfileRoutes(binder: Binder, { reader, write, now }: ReaderProfileDeps): void {
  binder.bind(contract.getReaderProfile, async ({ viewer, params, query }) => {
    const book = await findBook(reader, viewer, BOOK_ROW, params.book_id)
    const kind = query.reader ?? readerOf(book.file_format)
    const ids = {
      default: '',
      device: query.device ?? '',
      library: book.library_id,
      series: book.series_id,
      book: book.id,
    }
    const keys = contract.PROFILE_SCOPES.filter(scope => scope === 'default' || ids[scope] !== '')
      .toReversed()
      .map(scope => ({ scope, key: preferenceKey({ reader: kind, scope, of: ids[scope] }) }))
    const rows = new Map(
      (
        await ownPreferences(
          reader,
          viewer,
          keys.map(({ key }) => key),
        )
      ).map(row => [row.key, row]),
    )
    const profiles = keys.flatMap(({ scope, key }) => {
      const row = rows.get(key)
      return row ? [{ scope, settings: settingsOf(row), updatedAt: timestamp(row.updated_at) }] : []
    })
    return { reader: kind, settings: resolved(profiles), profiles }
  })

  binder.bind(contract.listReaderProfiles, async ({ viewer, query: { page, pageSize }, url }) => {
    const rows = (await ownPreferences(reader, viewer)).flatMap(row => {
      const key = profileKeyOf(row.key)
      return key ? [{ key, row }] : []
    })
    const names = await namesOfAll(
      viewer,
      rows.map(({ key }) => key),
    )
    const seen = rows
      .filter(({ key }) => !isNamed(key.scope) || names.get(key.scope)?.has(key.of))
      .toSorted((a, b) => b.row.updated_at - a.row.updated_at)
    const shown = seen.slice((page - 1) * pageSize, page * pageSize)
    const data = shown.map(({ key, row }) =>
      view(key, row, isNamed(key.scope) ? (names.get(key.scope)?.get(key.of) ?? null) : null),
    )
    return envelope(url, page, pageSize, seen.length, data)
  })

  binder.bind(contract.copyReaderProfile, async ({ viewer, body }) => {
    const from = await keyOf(viewer, body.reader, body.from, 'from.')
    const to = await keyOf(viewer, body.reader, body.to, 'to.')
    const [row] = await ownPreferences(reader, viewer, [preferenceKey(from.key)])
    if (!row) throw notFound('Profile')
    const name = preferenceKey(to.key)
    const time = now()
    const value = storedText(name, JSON.parse(row.value))
    await write(tx => savePreferences(tx, viewer.userPk, new Map([[name, value]]), time))
    return view(to.key, { value, updated_at: time }, to.name)
  })

  binder.bind(contract.deleteReaderProfile, async ({ viewer, query: { reader: kind, ...target } }) => {
    const { key } = await keyOf(viewer, kind, target, '')
    if (!(await write(tx => forgetPreference(tx, viewer.userPk, preferenceKey(key))))) throw notFound('Profile')
    return null
  })

  /** @throws BadRequest if the id that the scope requires is missing; NotFound for a hidden or missing target */
  async function keyOf(viewer: Viewer, kind: Reader, target: contract.ReaderProfileTarget, at: string) {
    const { scope } = target
    const of = targetOf(target)?.toLowerCase() ?? null
    if (of === null) {
      const path = `${at}${memberOf(scope)}`
      throw refused('BadRequest', 'field_missing', `${path}: is missing`, { path })
    }
    const key: ProfileKey = { reader: kind, scope, of: scope === 'device' ? (target.device ?? '') : of }
    if (!isNamed(scope)) return { key, name: null }
    const name = (await namesOf(reader, viewer, scope, [of])).get(of)
    if (name === undefined) throw notFound(NOUNS[scope])
    return { key, name }
  }

  async function namesOfAll(viewer: Viewer, keys: readonly ProfileKey[]) {
    const names = new Map<contract.ReaderProfileScope, ReadonlyMap<string, string>>()
    for (const scope of ['library', 'series', 'book'] as const) {
      const ids = keys.filter(key => key.scope === scope).map(({ of }) => of)
      names.set(scope, await namesOf(reader, viewer, scope, [...new Set(ids)]))
    }
    return names
  }
}

const NOUNS = { library: 'Library', series: 'Series', book: 'Book' } as const

function readerOf(format: string): Reader {
  return format === 'epub' || format === 'pdf' ? format : 'comic'
}

/** An older version of Octavo may have stored anything under the key. */
function settingsOf({ value }: Row): Settings {
  const settings: unknown = JSON.parse(value)
  return typeof settings === 'object' && settings !== null ? (settings as Settings) : {}
}

function view({ reader, scope, of }: ProfileKey, row: Row, name: string | null): contract.ReaderProfileDto {
  return {
    reader,
    scope,
    device: scope === 'device' ? of : null,
    libraryId: scope === 'library' ? of : null,
    seriesId: scope === 'series' ? of : null,
    bookId: scope === 'book' ? of : null,
    name,
    settings: settingsOf(row),
    updatedAt: timestamp(row.updated_at),
  }
}
