import type { Route } from '@octavo/contract/route'
import { z } from 'zod'

/** An address of a route, with values for its parameters and its required query. */
export function addressOf(route: Route, values: Readonly<Record<string, string>> = {}): string {
  return pathOf(route, values) + wantedQuery(route)
}

/** The same without its query. */
export function pathOf(route: Route, values: Readonly<Record<string, string>> = {}): string {
  return route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => values[name] ?? DEFAULTS[name] ?? NOBODY)
}

/** What differs from an id. */
const DEFAULTS: Readonly<Record<string, string>> = {
  page_number: '1',
  kind: 'genre',
  prefix: 'komga',
  path: 'x',
  key: 'app.x',
  source: 'x',
  setting_key: 'application.name',
}

/** An id that nothing has. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

function wantedQuery({ query }: Route): string {
  if (!query) return ''
  const { required = [], properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const words = required.map(name => {
    const property = properties[name]
    const first = typeof property === 'object' ? property.enum?.[0] : undefined
    return `${name}=${first ?? 'genre'}`
  })
  return words.length > 0 ? `?${words.join('&')}` : ''
}
