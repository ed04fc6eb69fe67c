// Invalid input to every operation, generated from the table of routes: each is refused with the right status, in one
// format.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Route } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import { z } from 'zod'
import type { Client } from '../kit/client'
import { type Octavo, startOctavo } from '../kit/server'
import { writtenError } from '../kit/written-errors'
import { JSON_HEADERS } from './catalogue'
import { addressOf, pathOf } from './contract-paths'
import { DATABASES } from './people'

setDefaultTimeout(240_000)

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
}

interface Case {
  readonly what: string
  readonly path: string
  readonly init: RequestInit
  /** Null if a protocol has its own statuses: any except server errors. */
  readonly status: number | null
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema

/** The JSON types that a schema accepts; null if unknown or unrestricted. */
function typesOf(schema: JsonSchema): ReadonlySet<string> | null {
  if (schema.$ref !== undefined || schema.allOf) return null
  const parts = schema.anyOf ?? schema.oneOf
  if (parts) {
    const all = parts.map(typesOf)
    return all.includes(null) ? null : new Set(all.flatMap(types => [...(types ?? [])]))
  }
  if (schema.enum) return new Set(schema.enum.map(value => (value === null ? 'null' : typeof value)))
  if (schema.const !== undefined) return new Set([typeof schema.const])
  if (schema.type === undefined) return null
  return new Set(typeof schema.type === 'string' ? [schema.type] : schema.type)
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'x',
  number: 7.25,
  boolean: true,
  array: [[]],
  object: { x: 1 },
  null: null,
}

/** Values of other types. */
function wrongValues(schema: JsonSchema): [string, unknown][] {
  const types = typesOf(schema)
  if (!types) return []
  const takes = (type: string) => types.has(type) || (type === 'number' && types.has('integer'))
  return Object.entries(SAMPLES).filter(([type]) => !takes(type))
}

const WRONG_IDS = ['x', '0', 'null', '__proto__', '%2e%2e%2fx', '00000000-0000-4000-8000-00000000000', 'x'.repeat(300)]
const NOBODY = '00000000-0000-4000-8000-000000000000'
const isMade = (route: Route) => !route.path.startsWith('/metrics')
/** Komga takes lists as parameters that are repeated, and refuses every body with 400; KOReader signs in before it reads one. */
const hasOwnStatuses = ({ path }: Route) => /^\/(\{prefix\}|koreader)\//.test(path)

function casesOf(route: Route): Case[] {
  const method = route.method.toUpperCase()
  const path = pathOf(route)
  const cases: Case[] = []
  const add = (what: string, status: number, at: string, init: RequestInit = {}) =>
    cases.push({
      what: `${method} ${route.path}: ${what}`,
      path: at,
      status: hasOwnStatuses(route) ? null : status,
      init: { method, ...init },
    })

  const params = Object.entries(route.params ? (schemaOf(route.params).properties ?? {}) : {})
  for (const [name, schema] of params) {
    if (schema.format !== 'uuid') continue
    for (const value of WRONG_IDS) add(`path ${name} ${value}`, 400, pathOf(route, { [name]: value }))
  }
  const query = Object.entries(route.query ? (schemaOf(route.query).properties ?? {}) : {})
  for (const [name, schema] of query) {
    // It identifies the sender, so authentication comes first: 401.
    if (name === 'ticket') continue
    add(`query ${name} twice`, 400, `${path}?${name}=1&${name}=1`)
    const isNumber = [...(typesOf(schema) ?? [])].some(type => type === 'integer' || type === 'number')
    if (isNumber || name === 'page' || name === 'pageSize') {
      for (const value of ['x', '-1', '1e400', '%D9%A1', '1.5.5'])
        add(`query ${name} ${value}`, 400, `${path}?${name}=${value}`)
    }
    if (schema.format === 'uuid') add(`query ${name} x`, 400, `${path}?${name}=x`)
    if (schema.enum) add(`query ${name} of none`, 400, `${path}?${name}=none-of-them`)
  }
  if (query.length > 0) add('query __proto__ twice', 400, `${path}?__proto__=1&__proto__=2`)
  if (!route.path.startsWith('/epub')) add('address with %00', 400, `${path}?x=%00`)

  if (route.body) {
    const at = addressOf(route)
    const send = (what: string, status: number, body: string, headers: Record<string, string> = JSON_HEADERS) =>
      add(what, status, at, { body, headers })
    for (const broken of ['{', '{"a":1,}', '[1', 'undefined', '{"a":NaN}', '\u0000'])
      send(`body ${broken}`, 400, broken)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json'])
      send(`as ${type}`, 415, '{}', { 'content-type': type })
    const schema = schemaOf(route.body)
    for (const [type, value] of wrongValues(schema)) send(`body of type ${type}`, 422, JSON.stringify(value))
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      for (const [type, value] of wrongValues(member))
        send(`body ${name} of type ${type}`, 422, JSON.stringify({ [name]: value }))
    }
    if ((schema.required ?? []).length > 0) {
      send('body without what it needs', 422, '{}')
      send(
        'body of prototypes',
        422,
        '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"role":"admin"}},"toString":1}',
      )
    }
    send('body too deep', 400, `${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    if (!route.bodyOptional) send('no body', 415, '', {})
  }
  return cases
}

for (const database of DATABASES) {
  describe(`wrong input on ${database}`, () => {
    let octavo: Octavo
    let admin: Client
    const routes = ROUTES.filter(isMade)

    beforeAll(async () => {
      octavo = await startOctavo({ database })
      admin = await octavo.signInAsAdmin()
    })
    afterAll(() => octavo?.stop())

    /** The errors of an answer; empty if it is correct. */
    async function faults(answer: Response, status: number | null): Promise<string[]> {
      const { headers } = answer
      const found: string[] = []
      if (status === null ? answer.status >= 500 : answer.status !== status)
        found.push(`answered ${answer.status} in place of ${status ?? 'a refusal'}`)
      if (answer.status < 400) {
        await answer.body?.cancel()
        return found
      }
      const text = await answer.clone().text()
      if ((await writtenError(answer)) === null) found.push(`has another shape: ${text.slice(0, 100)}`)
      if (headers.get('x-content-type-options') !== 'nosniff') found.push('may be sniffed')
      if (!headers.get('content-security-policy')) found.push('has no policy')
      if (/at .*\.ts:\d+|\bselect\b|\binsert\b|node_modules/i.test(text))
        found.push(`tells what is inside: ${text.slice(0, 200)}`)
      return found
    }

    async function wrongOf(cases: readonly Case[], who: Client): Promise<string[]> {
      const wrong: string[] = []
      for (let at = 0; at < cases.length; at += 16) {
        await Promise.all(
          cases.slice(at, at + 16).map(async ({ what, path, init, status }) => {
            for (const fault of await faults(await who.fetch(path, init), status)) wrong.push(`${what}: ${fault}`)
          }),
        )
      }
      return wrong
    }

    test('is refused by every operation', async () => {
      const cases = routes.flatMap(casesOf)
      const wrong = await wrongOf(cases, admin)
      console.log(
        `  ${cases.length} wrong inputs to ${routes.length} operations on ${database}: ${wrong.length} not as they should be`,
      )
      expect(cases.length).toBeGreaterThan(2000)
      expect(wrong).toEqual([])
    })

    test('wrong methods and unknown paths are refused in the same format', async () => {
      const paths = new Set(routes.map(route => pathOf(route)))
      const used = (path: string, method: string) =>
        routes.some(route => route.method.toUpperCase() === method && patternOf(route).test(path))
      const others = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET']
      const methods = [...paths].flatMap(path =>
        others
          .filter(method => !used(path, method))
          .map(method => ({ what: `${method} ${path}`, path, init: { method }, status: 405 })),
      )
      const places = [...paths]
        .filter(path => /^\/(api|opds)\//.test(path))
        .flatMap(path => [`${path}/nowhere/at/all`, `${path};x=1/none/such`])
        .filter(path => !routes.some(route => patternOf(route).test(path)))
        .map(path => ({ what: `GET ${path}`, path, init: {}, status: 404 }))
      expect(methods.length + places.length).toBeGreaterThan(300)
      expect(await wrongOf([...methods, ...places], admin)).toEqual([])
    })

    test('without signing in, every operation but the public ones answers 401', async () => {
      const closed = routes.filter(({ access }) => access !== 'public')
      const wrong: string[] = []
      for (const route of closed) {
        const answer = await octavo.anonymous.fetch(addressOf(route), { method: route.method.toUpperCase() })
        for (const fault of await faults(answer, 401)) wrong.push(`${route.id}: ${fault}`)
        const asks = answer.headers.get('www-authenticate')
        const isFeed = /^\/(opds|\{prefix\})/.test(route.path)
        if ((asks !== null) !== isFeed) wrong.push(`${route.id}: ${asks ? 'asks' : 'does not ask'} for a password`)
      }
      expect(wrong).toEqual([])
    })

    test('no request caused a server error', () => {
      expect(octavo.log()).not.toContain('request failed')
    })
  })
}

function patternOf({ path }: Route): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{\w+\\\*\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`)
}

test('generated wrong values are refused by their schema', () => {
  const names = (schema: z.ZodType) => wrongValues(schemaOf(schema)).map(([type]) => type)
  expect(names(z.string())).toEqual(['number', 'boolean', 'array', 'object', 'null'])
  expect(names(z.int().nullable())).toEqual(['string', 'boolean', 'array', 'object'])
  expect(names(z.unknown())).toEqual([])
  expect(NOBODY).toBe(addressOf({ path: '{x}' } as Route))
})
