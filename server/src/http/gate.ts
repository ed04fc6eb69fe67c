import { USER_HEADER } from '@octavo/contract/user-header'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { AppError, refused } from '../kernel/app-error'
import { countLimit } from '../kernel/limit-hits'
import type { Logger } from '../kernel/log'
import { requestIdOf } from '../kernel/request-scope'
import { readTraceparent } from '../kernel/trace-context'
import { inSpan } from '../kernel/tracing'
import { type Answered, describeRequest, logAnswered } from './answered'
import { type AllowedOrigins, corsHeaders, isPreflight, preflightAnswer } from './cors'
import { type ErrorForm, formOf, inForm } from './error-forms'
import { answerError, challenge, errorResponse } from './errors'
import type { HttpEnv, Identify, Identity } from './identity'
import { type PlainHttp, refusalOfPlain, strictTransport } from './plain-http'
import { type RateLimiter, setRateLimitHeaders, tooManyRequests, type Verdict, waitSeconds } from './rate-limit'

export interface GateOptions {
  readonly identify: Identify
  readonly rateLimiter: RateLimiter
  readonly log: Logger
  /** Path prefixes behind the gate: everything except the web app's own files. */
  readonly guarded: readonly string[]
  /** Prefixes whose 401 makes reading apps ask for a password. */
  readonly challenged: readonly string[]
  /** Error formats of protocols below their own paths, and whether they are enabled. */
  readonly forms?: readonly ErrorForm[]
  /** Allowed origins of other pages. */
  readonly origins?: AllowedOrigins
  /** Clients that may connect without HTTPS; absent: all. */
  readonly plainHttp?: () => PlainHttp
  /** Days for Strict-Transport-Security; absent: no header. */
  readonly strictTransportDays?: () => number
  /** Whether the server accepts this `Host`; absent: any. */
  readonly answersBy?: (host: string | null) => boolean
  /** Requests that take at least this long are logged at any level; null or absent: none. */
  readonly slowRequestMs?: () => number | null
  /** Called when the headers of an answer are ready. */
  readonly answered?: (answered: Answered) => void
}

/** Never limited (interface.md). */
const EXEMPT = new Set(['/health', '/health/live', '/health/ready', '/api/v1/events', '/api/v1/events/stream'])
/** For monitoring on the same machine only. */
const PROBED = new Set(['/health', '/health/live', '/health/ready', '/metrics'])
/** For probes, which must be answered while nobody can be identified. */
const UNIDENTIFIED = new Set(['/health', '/health/live'])

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Every guarded request passes here: identity, rate limit, then the routes; all answers get the security headers. */
export function installGate(app: Hono<HttpEnv>, options: GateOptions): void {
  const guarded = isBelow(options.guarded)
  const challenged = isBelow(options.challenged)

  app.use('*', accompany(options, guarded))
  for (const form of options.forms ?? []) app.use(`${form.prefix}/*`, writeErrors(form, options.forms ?? []))
  app.use('*', async (context, next) => {
    const path = context.req.path
    if (!PROBED.has(path) && options.answersBy?.(context.req.raw.headers.get('host')) === false) {
      context.set('identity', { kind: 'anonymous' })
      context.res = answerError(
        new AppError('Forbidden', 'This server does not answer by this host name (allowed_hosts)'),
        options.log,
        context.req.raw,
      )
      return
    }
    if (!guarded(path)) {
      context.set('identity', { kind: 'anonymous' })
      return next()
    }
    const { identity, verdict } = await admit(context, path, options)
    context.set('identity', identity)
    const plain = PROBED.has(path)
      ? null
      : refusalOfPlain(context.req.raw, context.env.peer, options.plainHttp?.() ?? 'always')
    const cors = options.origins ? corsHeaders(context.req.raw, options.origins) : null
    if (verdict && !verdict.allowed) {
      countLimit('rate')
      context.res = tooManyRequests(verdict)
    } else if (plain) {
      context.res = answerError(plain, options.log, context.req.raw)
    } else if (identity.kind === 'limited' && identity.seconds !== undefined && !EXEMPT.has(path)) {
      countLimit('sign-in')
      context.res = waitSeconds(identity.seconds)
    } else if (isForgedByOtherSite(context.req.raw, identity)) {
      context.res = answerError(new AppError('Forbidden', 'Sent by another site'), options.log, context.req.raw)
    } else if (isForOtherUser(context.req.raw, identity)) {
      context.res = answerError(
        refused('Conflict', 'other_user', 'Another user has signed in from this browser'),
        options.log,
        context.req.raw,
      )
    } else if (cors && isPreflight(context.req.raw)) {
      context.res = preflightAnswer()
    } else {
      await next()
    }
    if (verdict) setRateLimitHeaders(context.res.headers, verdict)
    if (options.origins && options.origins().length > 0) context.res.headers.append('Vary', 'Origin')
    if (cors) for (const [name, value] of Object.entries(cors)) context.res.headers.set(name, value)
    if (context.res.status === 401 && challenged(path) && !isScript(context.req.raw)) challenge(context.res)
  })
  app.onError((error, context) => answerError(error, options.log, context.req.raw))
}

/** Whether a path is one of these, or below one. */
function isBelow(prefixes: readonly string[]): (path: string) => boolean {
  const folders = prefixes.map(prefix => `${prefix}/`)
  return path => folders.some(folder => path.startsWith(folder)) || prefixes.includes(path)
}

/** Scripts show their own form, so they get no challenge. */
function isScript({ headers }: Request): boolean {
  return headers.get('x-requested-with') === 'XMLHttpRequest'
}

/** Writes errors in the form of a protocol, below a prefix where no form before it applies. */
function writeErrors(form: ErrorForm, forms: readonly ErrorForm[]): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (formOf(forms, context.req.path) !== form) return next()
    if (form.isOn?.() === false) {
      context.set('identity', { kind: 'anonymous' })
      context.res = errorResponse('NotFound', 'There is nothing at this address')
    } else await next()
    const formed = await inForm(context.res, form, context.req.raw)
    if (formed === context.res) return
    // Otherwise the router adds the removed headers to the new ones.
    context.res = undefined
    context.res = formed
  }
}

async function admit(
  context: Context<HttpEnv>,
  path: string,
  { identify, rateLimiter: limiter }: GateOptions,
): Promise<{ identity: Identity; verdict: Verdict | null }> {
  const { peer } = context.env
  const rateLimiter = limiter.enabled ? limiter : null
  let verdict: Verdict | null = null
  const takeAnonymous = () => {
    if (!rateLimiter) return true
    verdict = rateLimiter.take({ address: peer.address })
    return verdict.allowed
  }
  if (UNIDENTIFIED.has(path)) return { identity: { kind: 'anonymous' }, verdict: null }
  const identifying = identify(context.req.raw, peer, takeAnonymous)
  const identity =
    path === '/health/ready' ? await identifying.catch((): Identity => ({ kind: 'anonymous' })) : await identifying
  if (!rateLimiter || EXEMPT.has(path)) return { identity, verdict: null }
  if (identity.kind === 'known') {
    const { pass, userId } = identity.viewer
    return { identity, verdict: rateLimiter.take({ user: pass?.seenBy ?? userId }) }
  }
  return { identity, verdict: verdict ?? rateLimiter.take({ address: peer.address }) }
}

/** Against CSRF: browsers send the cookie from any page, so changes must come from our own. */
function isForgedByOtherSite(request: Request, identity: Identity): boolean {
  if (identity.kind !== 'known' || identity.by !== 'cookie' || SAFE_METHODS.has(request.method)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin'
  const origin = request.headers.get('origin')
  return origin !== null && URL.parse(origin)?.host !== request.headers.get('host')
}

/** Tabs share the cookie: a page may still be open of somebody who has been signed out by another user's sign-in. */
function isForOtherUser(request: Request, identity: Identity): boolean {
  const named = request.headers.get(USER_HEADER)
  if (named === null || identity.kind !== 'known' || identity.by !== 'cookie') return false
  return identity.viewer.userId !== named || identity.viewer.pass?.seenBy !== undefined
}

/** Gives each request an id and a log line, and each answer its headers. */
function accompany(
  { log, answered, strictTransportDays, slowRequestMs }: GateOptions,
  guarded: (path: string) => boolean,
): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const began = performance.now()
    const requestId = requestIdOf(context.req.raw.headers.get('x-request-id'))
    const traceId = await inSpan(
      {
        kind: 'request',
        name: context.req.method,
        scope: { requestId, address: context.env.peer.address },
        parent: readTraceparent(context.req.raw.headers.get('traceparent')),
      },
      async span => {
        await next()
        const outcome = outcomeOf(context, performance.now() - began)
        logAnswered(log, outcome, slowRequestMs?.() ?? null)
        answered?.(outcome)
        describeRequest(span, outcome)
        return span.traceId
      },
    )
    const { headers } = context.res
    headers.set('X-Request-Id', requestId)
    headers.set('Trace-Id', traceId)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'same-origin')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    // The web app caches answers for offline reading, separately for each user named here.
    const identity = context.get('identity')
    if (identity?.kind === 'known' && identity.by === 'cookie' && identity.viewer.pass?.seenBy === undefined) {
      headers.set(USER_HEADER, identity.viewer.userId)
    }
    const strict = strictTransport(context.req.raw, strictTransportDays?.() ?? 0)
    if (strict) headers.set('Strict-Transport-Security', strict)
    // Personal responses must not be cached unless a route sets its own lifetime.
    if (guarded(context.req.path) && !headers.has('Cache-Control')) {
      headers.set('Cache-Control', headers.has('ETag') ? 'private, no-cache' : 'no-store')
    }
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

function outcomeOf(context: Context<HttpEnv>, ms: number): Answered {
  const identity = context.get('identity')
  return {
    method: context.req.method,
    route: context.get('route') ?? '(none)',
    status: context.res.status,
    ms,
    userId: identity?.kind === 'known' ? identity.viewer.userId : null,
  }
}
