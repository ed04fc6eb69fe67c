import { Timestamp } from './ids'
import { ReadingGoals } from './reading-stats'
import { json, route } from './route'
import * as z from './zod'

/** Parts of letters, digits and `_`, joined by dots. */
export const PreferenceKey = z
  .string()
  .max(255)
  .regex(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/, 'must be letters, digits and _, in parts joined by dots')

export const THEMES = ['system', 'light', 'dark'] as const
export const ACCENTS = ['vermilion', 'amber', 'moss', 'lagoon', 'azure', 'iris', 'rose', 'graphite'] as const
export const APP_LANGUAGES = ['en', 'de', 'fr', 'es'] as const

export const READERS = ['comic', 'epub', 'pdf'] as const
/** Reader settings for one library, series or book, in addition to the defaults and those of a device. */
export const READER_SCOPES = ['library', 'series', 'book'] as const
/** A device's name for itself in a key. */
export const READER_DEVICE = /^[A-Za-z0-9_]{1,64}$/

export const ReaderSettings = z.record(z.string().max(50), z.union([z.string().max(100), z.number(), z.boolean()]))

/** Preferences of the web app, whose values are validated; under other keys, apps store any value. */
export const KNOWN_PREFERENCES = {
  'ui.theme': z.enum(THEMES),
  'ui.accent': z.enum(ACCENTS),
  'ui.language': z.enum(APP_LANGUAGES),
  'ui.characterKeys': z.boolean(),
  'reader.comic': ReaderSettings,
  'reader.epub': ReaderSettings,
  'reader.pdf': ReaderSettings,
  'wantToRead.leaveWhenRead': z.boolean(),
  'reading.goals': ReadingGoals,
} as const satisfies Readonly<Record<string, z.ZodType>>
export type KnownPreference = keyof typeof KNOWN_PREFERENCES

/** `reader.comic.series.` and the id without dashes: overrides `reader.comic` in books of that series. */
const SCOPED = new RegExp(
  `^reader\\.(${READERS.join('|')})\\.((${READER_SCOPES.join('|')})\\.[0-9a-f]{32}|device\\.[A-Za-z0-9_]{1,64})$`,
)

/** Allowed values of a preference; null if apps may store any. */
export function preferenceSchema(key: string): z.ZodType | null {
  if (Object.hasOwn(KNOWN_PREFERENCES, key)) return KNOWN_PREFERENCES[key as KnownPreference]
  return SCOPED.test(key) ? ReaderSettings : null
}

export const PREFERENCE_TYPES = ['string', 'integer', 'float', 'boolean', 'json'] as const

export const UserPreferenceDto = z
  .object({
    key: z.string(),
    value: z.unknown(),
    valueType: z.string().meta({ description: PREFERENCE_TYPES.join(', ') }),
    updatedAt: Timestamp,
  })
  .meta({ id: 'UserPreferenceDto' })
export type UserPreferenceDto = z.infer<typeof UserPreferenceDto>

export const UserPreferencesResponse = z
  .object({ preferences: z.array(UserPreferenceDto) })
  .meta({ id: 'UserPreferencesResponse' })
export type UserPreferencesResponse = z.infer<typeof UserPreferencesResponse>

const Given = z.unknown().refine(value => value !== undefined, 'is missing')

export const SetPreferenceRequest = z.object({ value: Given }).meta({ id: 'SetPreferenceRequest' })

export const BulkSetPreferencesRequest = z
  .object({ preferences: z.record(z.string(), z.unknown()) })
  .meta({ id: 'BulkSetPreferencesRequest' })

export const SetPreferencesResponse = z
  .object({ updated: z.int().min(0), preferences: z.array(UserPreferenceDto) })
  .meta({ id: 'SetPreferencesResponse' })
export type SetPreferencesResponse = z.infer<typeof SetPreferencesResponse>

export const DeletePreferenceResponse = z
  .object({ deleted: z.boolean(), message: z.string() })
  .meta({ id: 'DeletePreferenceResponse' })

const own = { tag: 'User Preferences', access: 'login', status: 200 } as const
const MOST_ASKED = 100
const keys = z
  .string()
  .max(MOST_ASKED * 100)
  .transform(text => text.split(','))
  .pipe(z.array(PreferenceKey).max(MOST_ASKED))
  .meta({
    description: `Comma-separated keys, at most ${MOST_ASKED}; those not set are left out. If absent, all`,
  })
const KeyParams = z.object({ key: PreferenceKey })

export const getAllPreferences = route({
  ...own,
  id: 'get_all_preferences',
  scope: 'progress-read',
  method: 'get',
  path: '/api/v1/user/preferences',
  summary: "The caller's preferences",
  query: z.object({ keys: keys.optional() }),
  payload: json(UserPreferencesResponse),
})

export const setBulkPreferences = route({
  ...own,
  id: 'set_bulk_preferences',
  scope: 'progress-write',
  method: 'put',
  path: '/api/v1/user/preferences',
  summary: 'Set several preferences, all or none',
  body: BulkSetPreferencesRequest,
  payload: json(SetPreferencesResponse),
})

export const getPreference = route({
  ...own,
  id: 'get_preference',
  scope: 'progress-read',
  method: 'get',
  path: '/api/v1/user/preferences/{key}',
  summary: 'One preference',
  params: KeyParams,
  payload: json(UserPreferenceDto),
  errors: [404],
})

export const setPreference = route({
  ...own,
  id: 'set_preference',
  scope: 'progress-write',
  method: 'put',
  path: '/api/v1/user/preferences/{key}',
  summary: 'Set a preference',
  params: KeyParams,
  body: SetPreferenceRequest,
  payload: json(UserPreferenceDto),
})

export const deletePreference = route({
  ...own,
  id: 'delete_preference',
  scope: 'progress-write',
  method: 'delete',
  path: '/api/v1/user/preferences/{key}',
  summary: 'Delete a preference',
  params: KeyParams,
  payload: json(DeletePreferenceResponse),
})
