import { KomgaAuthorDto, KomgaError, KomgaUserDto, komgaPage } from './komga'
import { KomgaFlag, KomgaNamesQuery, KomgaPageQuery, KomgaParams, KomgaText, KomgaUserParams } from './komga-query'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

const AT = '/{prefix}/api/v1'
const all = { tag: 'Komga', status: 200, errorBody: KomgaError, repeats: true, params: KomgaParams } as const
const read = { ...all, method: 'get' } as const
const Strings = json(z.array(z.string()))

export const komgaGetCurrentUser = route({
  ...read,
  id: 'komga_get_current_user',
  path: `${AT}/users/me`,
  summary: 'The signed-in user; an app that sends a password gets a cookie with the response',
  access: 'login',
  scope: 'libraries-read',
  query: z.object({ 'remember-me': KomgaFlag }),
  payload: json(KomgaUserDto),
})

export const komgaLogout = route({
  ...all,
  id: 'komga_logout',
  method: 'post',
  path: '/{prefix}/api/logout',
  summary: 'Sign out and clear the cookie',
  access: 'login',
  scope: 'session',
  status: 204,
  payload: nothing,
})

export const komgaSetCookie = route({
  ...read,
  id: 'komga_set_cookie',
  path: `${AT}/login/set-cookie`,
  summary: 'Return the session from a header as a cookie',
  access: 'login',
  scope: 'libraries-read',
  status: 204,
  payload: nothing,
})

export const komgaGetClaim = route({
  ...read,
  id: 'komga_get_claim',
  path: `${AT}/claim`,
  summary: 'Whether the server has been set up',
  access: 'public',
  payload: json(z.object({ isClaimed: z.boolean() })),
})

export const komgaGetOauth2Providers = route({
  ...read,
  id: 'komga_get_oauth2_providers',
  path: `${AT}/oauth2/providers`,
  summary: 'Identity providers: none, as people sign in to this server',
  access: 'public',
  payload: json(z.array(z.object({ name: z.string(), registrationId: z.string() }))),
})

/** A setting of Komga's own web app: any text. */
const ClientSetting = z.object({ value: z.string().max(10_000), allowUnauthorized: z.boolean().optional() })
const ClientSettings = z.record(z.string(), ClientSetting).meta({ id: 'KomgaClientSettings' })
const Settings = json(ClientSettings)
const SettingNames = z.array(z.string().max(200)).max(500)
const ChangedSettings = z.record(z.string().max(200), ClientSetting)

export const komgaGetGlobalSettings = route({
  ...read,
  id: 'komga_get_global_settings',
  path: `${AT}/client-settings/global/list`,
  summary: 'Settings of web apps for everyone: none',
  access: 'public',
  payload: Settings,
})

export const komgaGetUserSettings = route({
  ...read,
  id: 'komga_get_user_settings',
  path: `${AT}/client-settings/user/list`,
  summary: 'Settings of web apps for the caller',
  access: 'login',
  scope: 'progress-read',
  payload: Settings,
})

export const komgaSaveUserSettings = route({
  ...all,
  id: 'komga_save_user_settings',
  method: 'patch',
  path: `${AT}/client-settings/user`,
  summary: 'Save settings of web apps for the caller',
  access: 'login',
  scope: 'progress-write',
  body: ChangedSettings,
  status: 204,
  payload: nothing,
})

export const komgaDeleteUserSettings = route({
  ...all,
  id: 'komga_delete_user_settings',
  method: 'delete',
  path: `${AT}/client-settings/user`,
  summary: 'Delete settings of web apps of the caller',
  access: 'login',
  scope: 'progress-write',
  body: SettingNames,
  status: 204,
  payload: nothing,
})

const LoginActivity = z.object({
  userId: z.string(),
  email: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  success: z.boolean(),
  error: z.string().nullable(),
  dateTime: z.string(),
  source: z.string(),
})
const activity = { ...read, access: 'login', scope: 'session', query: KomgaPageQuery } as const

export const komgaGetOwnActivity = route({
  ...activity,
  id: 'komga_get_own_activity',
  path: `${AT}/users/me/authentication-activity`,
  summary: 'Sign-ins of the caller: empty, as sessions are shown in the profile',
  payload: json(komgaPage('KomgaActivityDto', LoginActivity)),
})

export const komgaGetLatestActivity = route({
  ...read,
  id: 'komga_get_latest_activity',
  path: `${AT}/users/{user_id}/authentication-activity/latest`,
  summary: 'The last sign-in with a key: none',
  access: 'login',
  scope: 'session',
  params: KomgaUserParams,
  query: z.object({ apikey_id: KomgaText }),
  payload: json(LoginActivity),
  errors: [404],
})

export const komgaGetActuatorInfo = route({
  ...read,
  id: 'komga_get_actuator_info',
  path: '/{prefix}/actuator/info',
  summary: 'The version of Komga whose API this is',
  access: 'libraries-read',
  payload: json(z.object({ build: z.object({ version: z.string() }), git: z.object({ branch: z.string() }) })),
})

export const komgaGetAnnouncements = route({
  ...read,
  id: 'komga_get_announcements',
  path: `${AT}/announcements`,
  summary: 'News of Komga: none',
  access: 'login',
  scope: 'libraries-read',
  payload: json(
    z.object({
      version: z.string(),
      title: z.string(),
      home_page_url: z.string().nullable(),
      description: z.string().nullable(),
      items: z.array(z.unknown()),
    }),
  ),
})

export const komgaGetReleases = route({
  ...read,
  id: 'komga_get_releases',
  path: `${AT}/releases`,
  summary: 'Releases of Komga: none',
  access: 'login',
  scope: 'libraries-read',
  payload: json(z.array(z.unknown())),
})

export const komgaGetFontFamilies = route({
  ...read,
  id: 'komga_get_font_families',
  path: `${AT}/fonts/families`,
  summary: 'Additional fonts for ebooks: none',
  access: 'login',
  scope: 'libraries-read',
  payload: Strings,
})

const names = { ...read, access: 'series-read', query: KomgaNamesQuery, payload: Strings } as const

export const komgaListGenres = route({
  ...names,
  id: 'komga_list_genres',
  path: `${AT}/genres`,
  summary: 'Genres of the series that the caller sees',
})
export const komgaListTags = route({
  ...names,
  id: 'komga_list_tags',
  path: `${AT}/tags`,
  summary: 'Tags of series and books that the caller sees',
})
export const komgaListBookTags = route({
  ...names,
  id: 'komga_list_book_tags',
  path: `${AT}/tags/book`,
  summary: 'Tags of books',
  access: 'books-read',
})
export const komgaListSeriesTags = route({
  ...names,
  id: 'komga_list_series_tags',
  path: `${AT}/tags/series`,
  summary: 'Tags of series',
})
export const komgaListLanguages = route({
  ...names,
  id: 'komga_list_languages',
  path: `${AT}/languages`,
  summary: 'Languages of series',
})
export const komgaListPublishers = route({
  ...names,
  id: 'komga_list_publishers',
  path: `${AT}/publishers`,
  summary: 'Publishers of series',
})
export const komgaListAgeRatings = route({
  ...names,
  id: 'komga_list_age_ratings',
  path: `${AT}/age-ratings`,
  summary: 'Age ratings of series, in years, as texts',
})
export const komgaListReleaseDates = route({
  ...names,
  id: 'komga_list_series_release_dates',
  path: `${AT}/series/release-dates`,
  summary: 'Years in which series were released',
})
export const komgaListSharingLabels = route({
  ...names,
  id: 'komga_list_sharing_labels',
  path: `${AT}/sharing-labels`,
  summary: 'Sharing tags, for administrators; empty for others',
})
export const komgaListAuthorNames = route({
  ...names,
  id: 'komga_list_author_names',
  path: `${AT}/authors/names`,
  summary: 'Names of authors',
})
export const komgaListAuthorRoles = route({
  ...names,
  id: 'komga_list_author_roles',
  path: `${AT}/authors/roles`,
  summary: 'Roles that authors can have',
})
export const komgaListAuthors = route({
  ...names,
  id: 'komga_list_authors',
  path: `${AT}/authors`,
  summary: 'Authors as a plain list',
  payload: json(z.array(KomgaAuthorDto)),
})
export const komgaPageAuthors = route({
  ...names,
  id: 'list_authors_v2',
  path: '/{prefix}/api/v2/authors',
  summary: 'Authors by pages',
  query: KomgaNamesQuery.extend(KomgaPageQuery.shape),
  payload: json(komgaPage('KomgaAuthorDto', KomgaAuthorDto)),
})

export const komgaEvents = route({
  ...read,
  id: 'komga_events',
  path: '/{prefix}/sse/v1/events',
  summary: 'Live events in the format of Komga',
  access: 'login',
  scope: 'libraries-read',
  payload: bytes('text/event-stream'),
})
