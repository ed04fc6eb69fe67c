import type { Route } from '@octavo/contract/route'

/** An address of a route, with values for what stands in braces. */
export function addressOf(route: Route, values: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => values[name] ?? DEFAULTS[name] ?? NOBODY)
}

/** What differs from an id. */
const DEFAULTS: Readonly<Record<string, string>> = { page_number: '1', path: 'x' }

/** An id that nothing has. */
const NOBODY = '00000000-0000-4000-8000-000000000000'
