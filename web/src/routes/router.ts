import { createRouter } from '@tanstack/react-router'
import { basePath, belowBase } from '../api/base-path'
import { whenSignedOut } from '../api/client'
import { expectedUser, expectUser } from '../api/expected-user'
import { queryClient } from '../api/query-client'
import { queryKeys } from '../api/query-keys'
import type { UserInfo } from '../api/types'
import { onSignOutElsewhere } from '../device/owed-sign-out'
import { endSession } from '../device/signed-in'
import { followViewingAs, stopViewingAs } from '../features/viewing-as'
import { t } from '../messages'
import { NotFoundPage } from '../ui/not-found-page'
import { RouteError } from '../ui/route-error'
import { toast } from '../ui/toast'
import { dropUnsaved, hasUnsaved } from '../ui/unsaved'
import { appRoute } from './app.route'
import { bookRoute, readRoute } from './book.route'
import { browseRoutes } from './browse.route'
import { curatedListRoutes } from './curated-lists.route'
import {
  forgotPasswordRoute,
  registerRoute,
  resetPasswordRoute,
  setupRoute,
  signedInRoute,
  signInRoute,
  verifyEmailRoute,
} from './entry.route'
import { homeRoute } from './home.route'
import { allLibrariesRoute, libraryRoute } from './library.route'
import { marksRoute } from './marks.route'
import { offlineRoute } from './offline.route'
import { ratingsRoute } from './ratings.route'
import { readableSearch } from './readable-search'
import { readingHistoryRoute } from './reading-history.route'
import { LEAVING, rootRoute } from './root.route'
import { searchRoute } from './search.route'
import { seriesRoute } from './series.route'
import { profileRoute, settingsTree } from './settings.route'
import { statisticsRoute } from './statistics.route'
import { unknownRoute } from './unknown.route'
import { wantToReadRoute } from './want-to-read.route'

// The pages for browsing are small and share nearly everything: they are part of the main bundle. Others (readers,
// administration, profile, first run) are loaded on demand.
const routeTree = rootRoute.addChildren([
  appRoute.addChildren([
    homeRoute,
    allLibrariesRoute,
    libraryRoute,
    seriesRoute,
    bookRoute,
    searchRoute,
    ratingsRoute,
    readingHistoryRoute,
    marksRoute,
    offlineRoute,
    statisticsRoute,
    wantToReadRoute,
    ...browseRoutes,
    ...curatedListRoutes,
    settingsTree,
    profileRoute,
    unknownRoute,
  ]),
  readRoute,
  signInRoute,
  signedInRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  setupRoute,
])

const still = matchMedia('(prefers-reduced-motion: reduce)').matches
/** The first page has nothing to move from, and waiting for a frame would delay it. */
const transition = { types: ({ fromLocation }: { fromLocation?: unknown }) => (fromLocation ? [] : false) } as const

export const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultViewTransition: still ? false : transition,
  scrollRestoration: true,
  stringifySearch: readableSearch,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: RouteError,
})

router.subscribe('onBeforeRouteMount', () => document.documentElement.removeAttribute(LEAVING))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

// Navigating before a transition ends skips it, which the browser reports as an unhandled error.
window.addEventListener('unhandledrejection', event => {
  const { reason } = event
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
})

// The session ended while a page was open: redirects to the sign-in page, and from there back.
whenSignedOut(byOther => {
  const me = queryClient.getQueryData<UserInfo>(queryKeys.me)
  if (byOther) leaveToOther()
  else if (me?.seenBy) void stopViewingAs()
  else if (hasUnsaved()) askToSignIn()
  else leaveForSignIn()
})

/** Not asked again for every request that is refused meanwhile. */
const askAgainMs = 20_000
let askedAt = Number.NEGATIVE_INFINITY

/** The form stays: after signing in in another tab, it can be saved. What was seen besides does not. */
function askToSignIn(): void {
  if (performance.now() - askedAt < askAgainMs) return
  askedAt = performance.now()
  void endSession(expectedUser())
  queryClient.removeQueries({ type: 'inactive' })
  // Asked again when this tab is seen again: by then, somebody else may have signed in.
  void queryClient.invalidateQueries({ queryKey: queryKeys.me, refetchType: 'none' })
  const run = () => void window.open(belowBase('/sign-in'), '_blank', 'noopener')
  toast({ message: t('auth.endedUnsaved'), action: { label: t('auth.signIn'), run }, tone: 'bad' })
}

function leaveForSignIn(): void {
  const ended = expectedUser()
  expectUser(null)
  queryClient.removeQueries({ queryKey: queryKeys.me })
  void endSession(ended)
  void import('../features/events').then(events => events.stopFollowing())
  const { href, pathname } = router.state.location
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { next: href }, replace: true })
}

let isLeaving = false

/** Somebody else has signed in from another tab: loaded whole, this one has nothing left of who was here. */
function leaveToOther(): void {
  // Every request that is refused meanwhile would start another load, which ends the one before.
  if (isLeaving) return
  isLeaving = true
  dropUnsaved()
  const search = new URLSearchParams({ next: router.state.location.href, other: 'true' })
  location.replace(belowBase(`/sign-in?${search}`))
}

// Signed out in another tab while the server could not be reached: this one would get no answer that says so.
onSignOutElsewhere(() => {
  dropUnsaved()
  location.reload()
})

followViewingAs()
