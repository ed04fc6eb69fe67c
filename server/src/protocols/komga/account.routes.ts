import type { KomgaUserDto } from '@octavo/contract/komga'
import * as contract from '@octavo/contract/komga-account'
import {
  forgetOwnPreferences,
  type PreferenceDeps,
  preferencesBelow,
  saveOwnPreferences,
} from '../../features/people/preferences'
import type { AccountCache } from '../../features/people/users'
import type { Binder } from '../../http/bind'
import { AppError, notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { envelope } from './komga-page'
import { userDto } from './user-dto'

export interface AccountDeps extends PreferenceDeps {
  readonly accounts: AccountCache
  readonly isSetUp: () => Promise<boolean>
  readonly endSession: (viewer: Viewer) => Promise<void>
  /** Headers that delete the cookies. */
  readonly leave: (request: Request) => Headers
}

/** The Komga release whose API this is: its apps check it. */
const KOMGA_VERSION = '1.26.3'
/** Preferences with the settings of Komga's web app. */
const SETTINGS = 'komga.'

/** The current user, and the settings of Komga's web app. */
export function accountRoutes(binder: Binder, deps: AccountDeps): void {
  const { reader, accounts } = deps

  binder.bind(contract.komgaGetCurrentUser, async ({ viewer }): Promise<KomgaUserDto> => {
    const account = await accounts.get(viewer.userId)
    if (!account) throw new AppError('Unauthorized', 'Your account no longer exists')
    return userDto(reader, { ...account, ...viewer }, viewer)
  })
  binder.bind(contract.komgaLogout, async ({ viewer, request }) => {
    await deps.endSession(viewer)
    return new Response(null, { status: 204, headers: deps.leave(request) })
  })
  binder.bind(contract.komgaSetCookie, () => null)

  binder.bindPublic(contract.komgaGetClaim, async () => ({ isClaimed: await deps.isSetUp() }))
  binder.bindPublic(contract.komgaGetOauth2Providers, () => [])

  binder.bindPublic(contract.komgaGetGlobalSettings, () => ({}))
  binder.bind(contract.komgaGetUserSettings, ({ viewer }) => preferencesBelow(deps, viewer, SETTINGS))
  binder.bind(contract.komgaSaveUserSettings, async ({ viewer, body }) => {
    const entries = Object.entries(body).map(([key, { value }]) => [keyOf(key), { value }] as const)
    await saveOwnPreferences(deps, viewer, entries)
    return null
  })
  binder.bind(contract.komgaDeleteUserSettings, async ({ viewer, body }) => {
    await forgetOwnPreferences(deps, viewer, body.map(keyOf))
    return null
  })

  binder.bind(contract.komgaGetOwnActivity, ({ query }) => {
    const body = envelope([], { query, total: 0 })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  binder.bind(contract.komgaGetLatestActivity, () => {
    throw notFound('Authentication activity')
  })
  binder.bind(contract.komgaGetActuatorInfo, () => ({
    build: { version: KOMGA_VERSION, artifact: 'komga', name: 'komga', group: 'komga' },
    git: { branch: 'master' },
  }))
  binder.bind(contract.komgaGetAnnouncements, () => ({
    version: 'https://jsonfeed.org/version/1',
    title: 'Announcements',
    home_page_url: null,
    description: null,
    items: [],
  }))
  binder.bind(contract.komgaGetReleases, () => [])
  binder.bind(contract.komgaGetFontFamilies, () => [])
}

/** Keys of preferences have letters, digits, `_` and dots. */
const keyOf = (key: string) => `${SETTINGS}${key.replaceAll(/[^A-Za-z0-9_.]/g, '_')}`
