// Valid requests for every operation, built from the contract's schemas, with a hole for every id: in the path, the
// query, body lists and nested values.
import type { Route } from '@octavo/contract/route'
import { z } from 'zod'

/** The kind of an id. */
export type Kind =
  | 'library'
  | 'series'
  | 'book'
  | 'title'
  | 'series external id'
  | 'book external id'
  | 'series link'
  | 'scan'
  | 'job'
  | 'schedule'
  | 'task'
  | 'duplicate'
  | 'series duplicate'
  | 'user'
  | 'group'
  | 'tag'
  | 'facet'
  | 'merged facet'
  | 'alias'
  | 'mapping'
  | 'key'
  | 'session'
  | 'preset'
  | 'collection'
  | 'readlist'
  | 'list entry'
  | 'mark'
  | 'new id'
  | 'export'
  | 'data export'
  | 'data import'
  | 'passkey'
  | 'identity'
  | 'provider'
  | 'unknown'

export interface Slot {
  readonly place: 'path' | 'query' | 'body'
  /** As the contract names it. */
  readonly name: string
  readonly kind: Kind
}

/** A request that is valid except for its ids. */
export interface Sample {
  readonly route: Route
  readonly slots: readonly Slot[]
  readonly request: (ids: readonly string[]) => { readonly path: string; readonly body: string | null }
}

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^library_?ids?$/i, 'library'],
  [/^series_?ids?$/i, 'series'],
  [/^(book_?ids?|subjectId)$/i, 'book'],
  [/^title_id$/, 'title'],
  [/^link_id$/, 'series link'],
  [/^scan_id$/, 'scan'],
  [/^job_?id$/i, 'job'],
  [/^schedule_id$/, 'schedule'],
  [/^task_id$/, 'task'],
  [/^(user_?ids?|personId)$/i, 'user'],
  [/^group_?id$/i, 'group'],
  [/^(tag_id|sharingTagIds?)$/, 'tag'],
  [/^(facet_id|genre_id)$/, 'facet'],
  [/^facetIds$/, 'merged facet'],
  [/^alias_id$/, 'alias'],
  [/^mapping_id$/, 'mapping'],
  [/^api_key_id$/, 'key'],
  [/^session_id$/, 'session'],
  [/^preset_?id$/i, 'preset'],
  [/^collection_id$/, 'collection'],
  [/^read_list_id$/, 'readlist'],
  [/^entry_id$/, 'list entry'],
  [/^mark_id$/, 'mark'],

  [/^passkey_id$/, 'passkey'],
  [/^data_export_id$/, 'data export'],
  [/^data_import_id$/, 'data import'],
  [/^identity_id$/, 'identity'],
  [/^provider$/, 'provider'],
]

/** Names that do not contain ids. */
const WORDS: Readonly<Record<string, string>> = {
  page_number: '1',
  kind: 'genre',
  path: 'x',
  ticket: 'x',
  document: 'x',
  prefix: 'komga',
  key: 'app.matrix',
  source: 'x',
  thumbnail_id: 'x',
  metric: 'komga.books',
  setting_key: 'application.name',
}

function kindOf(name: string, { path }: Route): Kind {
  if (name === 'id' && path.includes('/filter-presets/')) return 'preset'
  if (name === 'id' && path.includes('/marks')) return 'new id'
  if (name === 'id' && path.includes('/exports/')) return 'export'
  if (name === 'external_id_id') return path.includes('/series/') ? 'series external id' : 'book external id'
  if (name === 'tag_id' && !path.includes('sharing-tags') && !path.includes('access-groups')) return 'facet'
  if (/^duplicate_?id$/i.test(name)) return path.includes('/duplicates/series/') ? 'series duplicate' : 'duplicate'
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown'
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Shape>>
}

/** Constraints beyond the schema, by field name; `%fresh%` is a new number each time. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  username: () => 'matrix-%fresh%',
  email: () => 'matrix-%fresh%@example.org',
  name: () => 'Matrix %fresh%',
  oidcGroupName: () => 'matrix-%fresh%',
  password: () => 'Engine-No.1',
  newPassword: () => 'Engine-No.1',
  currentPassword: () => 'Engine-No.1',
  cronSchedule: () => '0 4 * * *',
  provider: () => 'file',
  url: () => 'https://example.org/%fresh%',
  issuerUrl: () => 'https://auth.example.org',
  scope: () => 'list',
  target: () => 'series',
  skipConfiguration: () => true,
  add: () => ['Matrix'],
  locator: () => ({ href: 'x', locations: { position: 1 } }),
  condition: () => ({ title: { operator: 'contains', value: 'e' } }),
}

/** Optional fields that a valid request needs. */
const WANTED = new Set(['add', 'currentPassword'])

/** Generates values of a schema; `hole` returns the placeholder of an id. */
function valueMaker(root: Shape, hole: (name: string) => string) {
  const resolve = (shape: Shape): Shape => {
    const name = shape.$ref?.split('/').pop()
    return name ? resolve(root.$defs?.[name] ?? {}) : shape
  }
  const holdsId = (shape: Shape, depth = 0): boolean => {
    const { format, anyOf, oneOf, items, properties } = resolve(shape)
    if (format === 'uuid') return true
    if (depth > 5) return false
    const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(items ? [items] : []), ...Object.values(properties ?? {})]
    return parts.some(part => holdsId(part, depth + 1))
  }

  function value(given: Shape, name: string): unknown {
    const shape = resolve(given)
    if (shape.format === 'uuid' || shape.format === 'uuid-list') return hole(name)
    const own = VALUES[name]?.()
    if (own !== undefined && (!shape.enum || shape.enum.includes(own))) return own
    if (shape.const !== undefined) return shape.const
    if (shape.enum) return shape.enum[0]
    const choices = shape.anyOf ?? shape.oneOf
    const choice = choices?.find(each => resolve(each).type !== 'null')
    if (choice) return value(choice, name)
    const type = typeof shape.type === 'string' ? shape.type : shape.type?.find(each => each !== 'null')
    if (type === 'object') return object(shape)
    // Two items in a list of ids: one may exist while the other does not.
    if (type === 'array' && shape.items && holdsId(shape.items))
      return [value(shape.items, name), value(shape.items, name)]
    if (type === 'array') return Array.from({ length: shape.minItems ?? 0 }, () => value(shape.items ?? {}, name))
    if (type === 'integer' || type === 'number') return shape.minimum ?? 1
    if (type === 'boolean') return false
    if (shape.format === 'date-time') return '2030-01-01T00:00:00Z'
    if (type === 'string') return 'x'.repeat(Math.max(1, shape.minLength ?? 1))
    return {}
  }

  function object(shape: Shape): Record<string, unknown> {
    const wanted = (name: string, field: Shape) => shape.required?.includes(name) || WANTED.has(name) || holdsId(field)
    const fields = Object.entries(shape.properties ?? {}).filter(([name, field]) => wanted(name, field))
    return Object.fromEntries(fields.map(([name, field]) => [name, value(field, name)]))
  }

  return { value, resolve, holdsId }
}

function schemaOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
}

/** Bodies of a route to test: one, or one for each accepted variant with ids. */
function bodiesOf(route: Route, hole: (name: string) => string, more: object): unknown[] {
  if (!route.body) return [null]
  const root = schemaOf(route.body)
  const { value, resolve, holdsId } = valueMaker(root, hole)
  const top = resolve(root)
  const { taskType, condition, rows } = top.properties ?? {}
  if (taskType) {
    const types = (resolve(taskType).oneOf ?? resolve(taskType).anyOf ?? []).filter(each => holdsId(each))
    return types.map(each => ({ taskType: value(each, 'taskType') }))
  }
  if (rows) return [{ rows: [{ kind: 'preset', presetId: hole('presetId'), shown: true }] }]
  const plain = { ...(value(top, '') as object), ...more }
  if (!condition || !route.path.includes('/list')) return [plain]
  const is = (field: string) => ({ [field]: { operator: 'is', value: hole(field) } })
  const fields = route.path.includes('/books/') ? ['libraryId', 'seriesId'] : ['libraryId']
  return [plain, ...fields.map(field => ({ condition: is(field) }))]
}

let made = 0

/** All requests for an operation; `more` are body fields that the schemas cannot give. */
export function samplesOf(route: Route, more: object = {}): Sample[] {
  // A hole is a unique text; bodies are filled in as text.
  let holes: (Slot & { readonly hole: string })[] = []
  const at = (place: Slot['place']) => (name: string) => {
    const hole = `%hole-${holes.length}%`
    holes.push({ place, name, kind: kindOf(name, route), hole })
    return hole
  }
  const path = route.path.replace(/\{(\w+)\*?\}/g, (_, name: string) => WORDS[name] ?? at('path')(name))
  const query = queryOf(route, at('query'))
  const ofAddress = holes
  const bodies = bodiesOf(route, at('body'), more)
  const ofBodies = holes.slice(ofAddress.length)
  holes = []
  return bodies.map(body => {
    const text = body === null ? null : JSON.stringify(body)
    const address = `${path}${query}`
    const slots = [...ofAddress, ...ofBodies].filter(({ hole }) => address.includes(hole) || text?.includes(hole))
    const fill = (from: string, ids: readonly string[]) =>
      slots.reduce((filled, { hole }, index) => filled.replaceAll(hole, ids[index] ?? ''), from)
    return {
      route,
      slots,
      request: ids => ({
        path: fill(address, ids),
        body: text === null ? null : fill(text, ids).replaceAll('%fresh%', () => String(++made)),
      }),
    }
  })
}

function queryOf({ query }: Route, hole: (name: string) => string): string {
  if (!query) return ''
  const root = schemaOf(query)
  const { value } = valueMaker(root, hole)
  const fields = Object.entries(root.properties ?? {}).filter(
    ([name, { format }]) => format?.startsWith('uuid') || root.required?.includes(name),
  )
  const wordOf = ([name, field]: (typeof fields)[number]) => {
    if (name === 'q') return 'Open'
    return /Ids$/.test(name) ? hole(name) : value(field, name)
  }
  const words = fields.map(field => `${field[0]}=${wordOf(field)}`)
  return words.length > 0 ? `?${words.join('&')}` : ''
}
