// Every operation of the contract, for every kind of caller, without a database: access is decided by the declared
// access, the caller and nothing else, before ids and bodies are read.
import { expect, test } from 'bun:test'
import { PERMISSIONS, type Permission } from '@octavo/contract/access'
import { type Route, scopeOf } from '@octavo/contract/route'
import { ROUTES } from '@octavo/contract/routes'
import { Hono } from 'hono'
import { createLogger } from '../kernel/log'
import { type Pass, SYSTEM_VIEWER, type Viewer } from '../kernel/viewer'
import { createBinder } from './bind'
import { installGate } from './gate'
import type { HttpEnv, Identity } from './identity'
import { createRateLimiter } from './rate-limit'

const ONE = { perSecond: 1, burst: 1 }
const SESSION: Pass = { credentialsVersion: 1, keyPrefix: null, sessionId: 'x', endsAt: null }
const KEY: Pass = { credentialsVersion: null, keyPrefix: 'x', sessionId: null, endsAt: null }
const PART: Viewer['visibility'] = { kind: 'libraries', libraryPks: [1] }

type Answer = 'in' | 401 | 403

interface Caller {
  readonly name: string
  readonly identity: Identity
  readonly expected: Answer
}

const known = (permissions: readonly Permission[], more: Partial<Viewer>): Identity => ({
  kind: 'known',
  by: 'bearer',
  viewer: { ...SYSTEM_VIEWER, userPk: 7, permissions: new Set(permissions), ...more },
})

/** All callers that the contract distinguishes, and what it says about each. */
function callersOf(route: Route): Caller[] {
  const { access, method, reads, wholeSight } = route
  const scope = scopeOf(route)
  if (access === 'public') {
    return [
      { name: 'nobody', identity: { kind: 'anonymous' }, expected: 'in' },
      { name: 'a key without permissions', identity: known([], { pass: KEY }), expected: 'in' },
    ]
  }
  const needed = access === 'login' ? [] : [access]
  const without = (one: Permission) => PERMISSIONS.filter(each => each !== one)
  const all = [...PERMISSIONS]
  const opens = (permissions: readonly Permission[]) =>
    scope === 'session'
      ? 403
      : [...needed, ...(scope === 'public' ? [] : [scope])].every(each => permissions.includes(each))
        ? 'in'
        : 403
  return [
    { name: 'nobody', identity: { kind: 'anonymous' }, expected: 401 },
    { name: 'a wrong token', identity: { kind: 'refused', message: 'x' }, expected: 401 },
    { name: 'a session with what is needed', identity: known(needed, { pass: SESSION }), expected: 'in' },
    ...needed.map(each => ({
      name: `a session with everything but ${each}`,
      identity: known(without(each), { pass: SESSION }),
      expected: 403 as const,
    })),
    {
      name: 'a session that sees a part',
      identity: known(all, { pass: SESSION, visibility: PART }),
      expected: wholeSight ? 403 : 'in',
    },
    {
      name: 'a session that views as another user',
      identity: known(all, { pass: { ...SESSION, seenBy: 'x' } }),
      expected: method === 'get' || reads ? 'in' : 403,
    },
    ...[[], all, ...PERMISSIONS.map(each => [each]), ...PERMISSIONS.map(without)].map(permissions => ({
      name: `a key of ${permissions.length < 2 ? permissions : `${permissions.length} permissions without ${PERMISSIONS.filter(each => !permissions.includes(each))}`}`,
      identity: known(permissions, { pass: KEY }),
      expected: opens(permissions) as Answer,
    })),
  ]
}

test('every operation lets in the declared callers, and no others', async () => {
  const wrong: string[] = []
  let asked = 0
  for (const route of ROUTES) {
    const app = new Hono<HttpEnv>()
    const path = route.path.replace(/^\/\{prefix\}/, '/komga').replace(/\{\w+\*?\}/g, 'x')
    let identity: Identity = { kind: 'anonymous' }
    let handled = false
    installGate(app, {
      identify: async () => identity,
      rateLimiter: createRateLimiter(() => ({ enabled: false, anonymous: ONE, authenticated: ONE }), Date.now),
      log: createLogger('silent'),
      guarded: [`/${path.split('/')[1]}`],
      challenged: [],
    })
    const binder = createBinder(app)
    const handler = () => {
      handled = true
      return {}
    }
    if (route.access === 'public') binder.bindPublic(route, handler)
    else binder.bind(route, handler)
    for (const caller of callersOf(route)) {
      identity = caller.identity
      handled = false
      const request = new Request(`http://localhost${path}`, { method: route.method.toUpperCase() })
      const { status } = await app.fetch(request, { peer: { address: '192.0.2.1', local: false } })
      const answer = status === 401 || status === 403 ? status : 'in'
      asked++
      if (answer !== caller.expected || (handled && answer !== 'in') || status === 404 || status >= 500)
        wrong.push(`${route.id}: ${caller.name} was answered ${status}${handled ? ' by the handler' : ''}`)
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(ROUTES.length * 40)
})
