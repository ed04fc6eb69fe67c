import { createRootRoute, Outlet } from '@tanstack/react-router'
import { ViewingAsBar } from '../features/viewing-as'
import { useLanguage } from '../messages'
import { AppTheme } from '../theme/app-theme'
import { ConnectionNotice } from '../ui/connection-notice'
import { NotFoundPage } from '../ui/not-found-page'
import { painted } from '../ui/painted'
import { RouteError } from '../ui/route-error'

/** Of the root element, from the press until the next page is rendered. */
export const LEAVING = 'data-leaving'
let openPath = ''

export const rootRoute = createRootRoute({
  beforeLoad: ({ cause, location: { pathname } }) => {
    // A changed search of the same page is not delayed: the next press on the page starts from it.
    if (cause === 'preload' || pathname === openPath) return undefined
    openPath = pathname
    if (cause !== 'stay') return undefined
    // The pressed link or the closed book is dimmed before the next page, which is rendered at once.
    document.documentElement.setAttribute(LEAVING, '')
    return painted()
  },
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: props => (
    <main>
      <RouteError {...props} />
    </main>
  ),
})

function Root() {
  // A new language re-renders everything: `t` is a plain function without subscriptions.
  return (
    <AppTheme key={useLanguage()}>
      <ViewingAsBar />
      <Outlet />
      <ConnectionNotice />
    </AppTheme>
  )
}
