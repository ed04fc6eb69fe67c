import type { Permission } from '@octavo/contract/access'
import { type Route, scopeOf } from '@octavo/contract/route'
import type { Context, Hono } from 'hono'
import type { z } from 'zod'
import { AppError, refused } from '../kernel/app-error'
import type { Viewer } from '../kernel/viewer'
import { bytesAnswer } from './bytes-answer'
import type { HttpEnv, Peer } from './identity'
import { jsonBody, parseInput, queryLists, queryObject, refuseZero } from './input'
import { inUploadTurn } from './upload-turns'

/** A validated request for a handler. */
export interface PublicCall<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Null if nobody is signed in. */
  readonly viewer: Viewer | null
  readonly peer: Peer
  readonly request: Request
  /** Path with query, as the client sent it. */
  readonly url: URL
}

export interface Call<Params, Query, Body> extends PublicCall<Params, Query, Body> {
  readonly viewer: Viewer
}

/** A Response is returned unchanged; an object becomes JSON with the route's status; null becomes 204. */
export type Reply = Response | object | null

/** Where the app finds routes with a configurable path prefix. */
export const PREFIX_MOUNT = '/komga'
const UTF_8 = new TextEncoder()
const JSON_HEADERS = { 'Content-Type': 'application/json;charset=utf-8' }

type Handler<C> = (call: C) => Promise<Reply> | Reply

/** Binds contract routes to functions. The route's access is enforced before the handler runs. */
export interface Binder {
  bind<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
    route: Route<P, Q, B>,
    handler: Handler<Call<z.infer<P>, z.infer<Q>, z.infer<B>>>,
  ): void
  bindPublic<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
    route: Route<P, Q, B>,
    handler: Handler<PublicCall<z.infer<P>, z.infer<Q>, z.infer<B>>>,
  ): void
  /** All bound routes. */
  readonly bound: readonly Route[]
}

export function createBinder(app: Hono<HttpEnv>): Binder {
  const bound: Route[] = []

  // The route's schemas have parsed the request, so it has the handler's types.
  function register<C extends PublicCall<unknown, unknown, unknown>>(route: Route, handler: Handler<C>): void {
    // Checked at the start: such a route would be open to every key, or to none.
    scopeOf(route)
    bound.push(route)
    app.on(route.method.toUpperCase(), honoPath(route.path), context =>
      serve(context, route, call => handler(call as C)),
    )
  }

  return {
    bound,
    bind(route, handler) {
      if (route.access === 'public') throw new Error(`${route.id} is public: bind it with bindPublic`)
      register(route, handler)
    },
    bindPublic(route, handler) {
      if (route.access !== 'public') throw new Error(`${route.id} is not public`)
      register(route, handler)
    },
  }
}

/**
 * Refuses to start if a path is served that no contract route declares with its access. `undeclared` lists the few
 * paths outside the contract (the web app's files).
 */
export function assertEveryRouteDeclared(app: Hono<HttpEnv>, binder: Binder, undeclared: ReadonlySet<string>): void {
  const declared = new Set(binder.bound.map(route => `${route.method.toUpperCase()} ${honoPath(route.path)}`))
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || undeclared.has(`${method} ${path}`) || declared.has(`${method} ${path}`)) continue
    throw new Error(`${method} ${path} answers without a declared access`)
  }
}

async function serve(
  context: Context<HttpEnv>,
  route: Route,
  handler: Handler<PublicCall<unknown, unknown, unknown>>,
): Promise<Response> {
  const request = context.req.raw
  context.set('route', route.path)
  const viewer = admit(context, route)
  const url = new URL(request.url)
  refuseZero(url)
  const call = {
    params: route.params ? parseInput(route.params, context.req.param(), 'path') : undefined,
    query: route.query
      ? parseInput(route.query, (route.repeats ? queryLists : queryObject)(url.searchParams), 'query')
      : undefined,
    body: route.body ? parseInput(route.body, await jsonBody(request, route), 'body', route.form) : undefined,
    viewer,
    peer: context.env.peer,
    request,
    url,
  }
  const answer = async () => handler(call)
  const reply = await (route.upload && viewer ? inUploadTurn(viewer.userId, answer) : answer())
  if (reply instanceof Response) return reply
  if (reply === null) return new Response(null, { status: 204 })
  return bytesAnswer(UTF_8.encode(JSON.stringify(reply)), JSON_HEADERS, route.status)
}

function admit(context: Context<HttpEnv>, route: Route): Viewer | null {
  const identity = context.get('identity')
  const viewer = identity.kind === 'known' ? identity.viewer : null
  if (route.access === 'public') return viewer
  if (!viewer) {
    const isRefused = identity.kind === 'refused'
    throw new AppError(
      'Unauthorized',
      isRefused ? identity.message : 'Sign in first',
      isRefused ? identity.facts : undefined,
    )
  }
  if (route.access !== 'login') requirePermission(viewer, route.access)
  requireScope(viewer, route)
  if (route.wholeSight) requireWholeSight(viewer)
  requireReading(viewer, route)
  return viewer
}

/** @throws Forbidden for an API key that lacks the scope, or any key if a session is required */
function requireScope(viewer: Viewer, route: Route): void {
  if (viewer.pass?.keyPrefix == null) return
  const scope = scopeOf(route)
  if (scope === 'session') throw refused('Forbidden', 'session_needed', 'An API key cannot do this. Sign in first.')
  if (scope !== 'public') requirePermission(viewer, scope)
}

/** @throws Forbidden for partial viewers */
function requireWholeSight({ visibility }: Viewer): void {
  if (visibility.kind === 'all') return
  throw refused('Forbidden', 'sees_part', 'Only people who can see every library and series can do this')
}

/** @throws Forbidden while viewing as another user, if the route may change something */
function requireReading({ pass }: Viewer, { method, reads }: Route): void {
  if (pass?.seenBy === undefined || method === 'get' || reads) return
  throw new AppError('Forbidden', 'You are viewing as another user and cannot change anything', { readOnly: true })
}

/** @throws Forbidden without the permission */
export function requirePermission(viewer: Viewer, permission: Permission): void {
  if (!viewer.permissions.has(permission)) {
    throw refused('Forbidden', 'permission_missing', `Missing required permission: ${permission}`, { permission })
  }
}

/**
 * `/books/{id}` in Hono's syntax: `/books/:id`; a final `{path*}` takes the rest, and an initial `{prefix}` is
 * configurable.
 */
function honoPath(path: string): string {
  return path
    .replace(/^\/\{prefix\}/, PREFIX_MOUNT)
    .replace(/\{(\w+)\*\}/, ':$1{.+}')
    .replace(/\{(\w+)\}/g, ':$1')
}
