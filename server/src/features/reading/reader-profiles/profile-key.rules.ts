import type { READERS } from '@octavo/contract/preference'
import { PROFILE_SCOPES, type ReaderProfileScope, type ReaderProfileTarget } from '@octavo/contract/reader-profile'

export type Reader = (typeof READERS)[number]

/** A preference with reader settings: scope and target. */
export interface ProfileKey {
  readonly reader: Reader
  readonly scope: ReaderProfileScope
  /** The device, or the id of the library, series or book; empty for the default. */
  readonly of: string
}

/** The id required by a scope. */
const MEMBERS = { device: 'device', library: 'libraryId', series: 'seriesId', book: 'bookId' } as const

export function memberOf(scope: ReaderProfileScope): (typeof MEMBERS)[keyof typeof MEMBERS] | null {
  return scope === 'default' ? null : MEMBERS[scope]
}

/** The name of the preference, shared with the web app. */
export function preferenceKey({ reader, scope, of }: ProfileKey): string {
  return scope === 'default' ? `reader.${reader}` : `reader.${reader}.${scope}.${of.replaceAll('-', '').toLowerCase()}`
}

const NAME = new RegExp(
  `^reader\\.(comic|epub|pdf)(?:\\.(${PROFILE_SCOPES.slice(1).join('|')})\\.([A-Za-z0-9_]{1,64}))?$`,
)

/** Null for a preference without reader settings. */
export function profileKeyOf(name: string): ProfileKey | null {
  const [, reader, scope = 'default', of = ''] = NAME.exec(name) ?? []
  if (reader === undefined) return null
  const isId = scope !== 'device' && /^[0-9a-f]{32}$/.test(of)
  const id = of.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { reader: reader as Reader, scope: scope as ReaderProfileScope, of: isId ? id : of }
}

/** The id of a target; null if the one that its scope requires is missing. */
export function targetOf(target: ReaderProfileTarget): string | null {
  const member = memberOf(target.scope)
  return member === null ? '' : (target[member] ?? null)
}

type Settings = Readonly<Record<string, string | number | boolean>>

/** Each setting from the most specific scope that has it; profiles are ordered from specific to general. */
export function resolved(profiles: readonly { readonly scope: ReaderProfileScope; readonly settings: Settings }[]) {
  const settings = new Map<string, { name: string; value: string | number | boolean; scope: ReaderProfileScope }>()
  for (const { scope, settings: own } of profiles) {
    for (const [name, value] of Object.entries(own)) {
      if (!settings.has(name)) settings.set(name, { name, value, scope })
    }
  }
  return [...settings.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
