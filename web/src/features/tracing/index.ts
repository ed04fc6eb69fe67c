import type { Router } from './page-spans'

/** The server writes into the page whether it accepts traces. */
const isWanted = () =>
  document.querySelector<HTMLMetaElement>('meta[name="browser-tracing"]')?.content === 'on' && navigator.onLine

/** Sends traces of pages and calls to the server, if it accepts them. The libraries are loaded only then. */
export function followTracing(router: Router): void {
  if (isWanted()) void import('./start-tracing').then(({ startTracing }) => startTracing(router)).catch(() => undefined)
}
