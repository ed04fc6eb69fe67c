import { createRootRoute, Outlet } from '@tanstack/react-router'
import { ViewingAsBar } from '../features/viewing-as'
import { useLanguage } from '../messages'
import { AppTheme } from '../theme/app-theme'
import { ConnectionNotice } from '../ui/connection-notice'
import { NotFoundPage } from '../ui/not-found-page'
import { painted } from '../ui/painted'
import { RouteError } from '../ui/route-error'

export const rootRoute = createRootRoute({
  // The pressed link is painted before the next page, which is rendered at once.
  beforeLoad: ({ cause }) => (cause === 'stay' ? painted() : undefined),
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
