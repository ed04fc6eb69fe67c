import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconHistoryOff,
  IconHome,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlayerPlay,
  IconRefresh,
  IconSearch,
  IconSun,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import type { AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, api } from '../../api/client'
import { keepPreference } from '../../api/preferences'
import type { LibraryDto, UserInfo } from '../../api/types'
import { currentLanguage, type Language, languages, setLanguage, t } from '../../messages'
import { setAppearance } from '../../theme/appearance'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'
import { sections, sectionsFor } from '../admin/sections'
import { signOut } from '../auth'
import { expectScan } from '../scans'
import type { Item } from './items'
import { ts } from './messages'
import { forgetSearches } from './recent'

/** All pages that the user may open. */
export function places(user: UserInfo | undefined, router: AnyRouter): Item[] {
  const place = (id: string, name: string, icon: ReactNode, to: string): Item => ({
    ...bare(`go-${id}`, ts('search.go', { place: name }), icon),
    href: router.buildLocation({ to }).publicHref,
    run: null,
  })
  return [
    place('home', t('navigation.home'), <IconHome />, '/'),
    place('everything', t('navigation.everything'), <IconBooks />, '/library'),
    place('search', ts('search.title'), <IconSearch />, '/search'),
    place('profile', t('navigation.profile'), <IconUser />, '/profile'),
    ...sectionsFor(user?.permissions ?? []).map(name =>
      place(name, ta(`admin.section.${name}`), <IconAdjustmentsHorizontal />, sections[name].path),
    ),
  ]
}

/** All actions available from anywhere. */
export function deeds(user: UserInfo | undefined, libraries: readonly LibraryDto[], router: AnyRouter): Item[] {
  const may = (permission: string) => user?.permissions.includes(permission) ?? false
  const deed = (id: string, title: string, icon: ReactNode, run: () => unknown): Item => ({
    ...bare(`do-${id}`, title, icon),
    href: null,
    run: () => void run(),
  })
  const begin = (ask: () => Promise<unknown>) => () =>
    ask().then(
      () => toast({ message: ta('tasks.queued') }),
      error => toast({ message: errorSentence(error), tone: 'bad' }),
    )
  const task = (type: 'generate_thumbnails' | 'generate_series_thumbnails') =>
    begin(() => api.post('/api/v1/tasks', { body: { taskType: { type } } }))
  const scan = ({ id }: LibraryDto) =>
    api
      .post('/api/v1/libraries/{library_id}/scan', { params: { library_id: id } })
      .then(expectScan)
      .catch(unlessUnderway)
  const appearance = (scheme: 'dark' | 'light' | null, title: string, icon: ReactNode) =>
    deed(`scheme-${scheme}`, title, icon, () => {
      setAppearance({ scheme })
      keepPreference('ui.theme', scheme ?? 'system')
    })
  const others = (Object.keys(languages) as Language[]).filter(language => language !== currentLanguage())
  return [
    ...(may('libraries-write') && libraries.length > 0
      ? [
          deed(
            'scan',
            ta('tasks.startScan'),
            <IconRefresh />,
            begin(() => Promise.all(libraries.map(scan))),
          ),
          ...libraries.map(library =>
            deed(
              `scan-${library.id}`,
              ts('search.scanOne', { library: library.name }),
              <IconRefresh />,
              begin(() => scan(library)),
            ),
          ),
        ]
      : []),
    ...(may('tasks-write')
      ? [
          deed('covers', ta('tasks.startBookCovers'), <IconPlayerPlay />, task('generate_thumbnails')),
          deed('series-covers', ta('tasks.startSeriesCovers'), <IconPlayerPlay />, task('generate_series_thumbnails')),
        ]
      : []),
    ...(may('books-write')
      ? [
          deed(
            'duplicates',
            ta('tasks.startDuplicates'),
            <IconPlayerPlay />,
            begin(() => api.post('/api/v1/duplicates/scan').catch(unlessUnderway)),
          ),
        ]
      : []),
    ...(may('system-admin')
      ? [
          deed(
            'clean-up',
            ta('tasks.startCleanup'),
            <IconPlayerPlay />,
            begin(() => api.post('/api/v1/admin/cleanup-orphans')),
          ),
        ]
      : []),
    appearance('dark', ts('search.dark'), <IconMoon />),
    appearance('light', ts('search.light'), <IconSun />),
    appearance(null, ts('search.system'), <IconSunMoon />),
    ...others.map(language =>
      deed(`language-${language}`, ts('search.language', { language: languages[language] }), <IconLanguage />, () => {
        keepPreference('ui.language', language)
        return setLanguage(language)
      }),
    ),
    deed('forget', ts('search.clearRecent'), <IconHistoryOff />, () => forgetSearches(user?.id ?? '')),
    deed('sign-out', t('auth.signOut'), <IconLogout />, () =>
      signOut().then(
        () => router.navigate({ to: '/sign-in', search: {} }),
        error => toast({ message: errorSentence(error), tone: 'bad' }),
      ),
    ),
  ]
}

function bare(id: string, title: string, icon: ReactNode): Pick<Item, 'id' | 'title' | 'ranges' | 'line' | 'picture'> {
  return { id, title, ranges: [], line: '', picture: { icon } }
}

/** Running ones need not be started. */
function unlessUnderway(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error
}
