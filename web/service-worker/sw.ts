import { registerRoute } from 'workbox-routing'
import type { ToWorker } from '../src/device/device-caches'
import {
  answerFile,
  answerPage,
  answerRead,
  ask,
  isFile,
  isList,
  isPage,
  isPicture,
  isRead,
  storePerson,
} from './reads'
import { ownPath, worker } from './scope'
import { answerPageOfApp, answerPart, installShell, isAppPage, isOwnVersion } from './shell'
import { setSignedIn } from './signed-in'

registerRoute(
  ({ request }) => isAppPage(request),
  ({ request }) => answerPageOfApp(request),
)
installShell()
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim().then(storePerson)))

worker.addEventListener('message', event => {
  const message = event.data as ToWorker
  if (message.kind === 'signed-in') {
    setSignedIn(message.userId)
    event.waitUntil(storePerson())
  } else if (message.kind === 'take-over' && isOwnVersion(message.script)) void worker.skipWaiting()
})

/** Handles requests to such paths of this server. */
function answer(
  fits: (path: string) => boolean,
  by: (request: Request, path: string, waitUntil: (work: Promise<unknown>) => void) => Promise<Response>,
  method: 'GET' | 'POST' = 'GET',
): void {
  registerRoute(
    ({ url, request }) => {
      const path = ownPath(url)
      return path !== null && request.mode !== 'navigate' && fits(path)
    },
    ({ url, request, event }) => by(request, ownPath(url) ?? '', work => (event as ExtendableEvent).waitUntil(work)),
    method,
  )
}

answer(path => path.startsWith('/assets/'), answerPart)
answer(isPage, answerPage)
answer(isFile, answerFile)
answer(path => isRead(path) || isPicture(path), answerRead)
answer(isList, answerRead, 'POST')
answer(
  path => path === '/health',
  request => ask(request),
)
