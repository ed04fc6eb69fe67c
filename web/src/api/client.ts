import type { Method } from '@octavo/contract/route'
import { USER_HEADER } from '@octavo/contract/user-header'
import { FROM_DEVICE } from '../device/device-caches'
import { isGatewayError } from '../device/gateway-error'
import { takeEarly } from '../early/early-answers'
import { loadRefusals } from '../messages/refusals/load-refusals'
import { filledAddress } from './address'
import { ApiError, hasReason, isOtherUser } from './api-error'
import type { AddressParts, Call, CallSettings, Client } from './call.types'
import { tracedCall } from './call-tracer'
import { reportAnswer, reportSilence } from './connection'
import { expectedUser, userHeader } from './expected-user'
import { notePlace } from './live-state'

export { addressOf } from './address'
export { ApiError, isNotFound, isOffline, isUnauthorized } from './api-error'

type RequestOptions = CallSettings & AddressParts & { readonly body?: unknown }

const triesWhenLimited = 4
/** Longer waits are not retried automatically. */
const longestWaitSeconds = 30

/** `byOther`: somebody else has signed in from another tab. */
type SignedOutHandler = (byOther: boolean) => void
let onSignedOut: SignedOutHandler = () => {}

/** The router handles an ended session. */
export function whenSignedOut(handler: SignedOutHandler): void {
  onSignedOut = handler
}

function caller<M extends Method>(method: M): Call<M> {
  return (path, ...[options]) => request(method.toUpperCase(), path, options)
}

/**
 * The calls of the contract, such as `api.get('/api/v1/books/{book_id}', { params: { book_id: id } })`. Resolves to the
 * JSON body, `undefined` if there is none (204).
 */
export const api: Client = {
  get: caller('get'),
  post: caller('post'),
  put: caller('put'),
  patch: caller('patch'),
  delete: caller('delete'),
}

/**
 * The session is the HttpOnly cookie; scripts never see a token. Throws ApiError; retries 429 after Retry-After; 401
 * redirects to the sign-in page unless `anonymous`. Another user's session is a 401 as well.
 */
async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(method, path, options)
    if (response.status === 429 && attempt < triesWhenLimited && !options.impatient) {
      const seconds = retryAfterSeconds(response.headers.get('Retry-After'))
      if (seconds <= longestWaitSeconds) {
        await wait(seconds * 1000, options.signal)
        continue
      }
    }
    if (response.ok) {
      options.onHeaders?.(response.headers)
      return (await readBody(response)) as T
    }
    const error = await toApiError(response)
    const byOther = isOtherUser(error)
    if (byOther ? isExpected(options.user) : error.status === 401 && !options.anonymous) onSignedOut(byOther)
    throw byOther ? new ApiError(401, error.code, error.message, error.details) : error
  }
}

/** What is sent for somebody who has left this tab may be refused without a word. */
const isExpected = (user: string | null | undefined) =>
  expectedUser() !== null && (user === undefined || user === expectedUser())

export function retryAfterSeconds(header: string | null): number {
  const seconds = Number(header)
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : 1
}

async function send(method: string, path: string, options: RequestOptions): Promise<Response> {
  const hasBody = options.body !== undefined && !(options.body instanceof FormData)
  const body = options.body instanceof FormData ? options.body : hasBody ? JSON.stringify(options.body) : undefined
  const traced = tracedCall(method, path)
  const address = filledAddress(path, options)
  const user = userHeader(options.user)
  let status: number | null = null
  try {
    const early = options.fresh ? null : await takeEarly(method, address, body, user[USER_HEADER] ?? null)
    options.signal?.throwIfAborted()
    const response =
      early ??
      (await fetch(address, {
        method,
        credentials: 'same-origin',
        headers: {
          Accept: 'application/json',
          ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
          ...user,
          ...(traced ? { traceparent: traced.traceparent } : {}),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.fresh ? { cache: 'no-store' } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
      }))
    status = response.status
    if (response.headers.has(FROM_DEVICE)) reportSilence(true)
    else if (isGatewayError(response)) reportSilence()
    else {
      reportAnswer()
      notePlace(response.headers.get('Last-Event-ID'))
    }
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportSilence()
    throw new ApiError(0, 'Offline', 'The server cannot be reached')
  } finally {
    traced?.end(status)
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(response.status, 'BadAnswer', 'The server answered something else than JSON')
  }
}

/** The error that a refusing answer holds; the sentences for reasons are loaded then. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const facts = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    message?: unknown
    details?: unknown
  }
  if (hasReason(facts.details)) await loadRefusals()
  return new ApiError(
    response.status,
    typeof facts.error === 'string' ? facts.error : String(response.status),
    typeof facts.message === 'string' ? facts.message : response.statusText,
    facts.details,
    response.status === 429 ? retryAfterSeconds(response.headers.get('Retry-After')) : null,
  )
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
