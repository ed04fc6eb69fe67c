import { ApiError } from './api-error'
import { reportAnswer, reportSilence } from './connection'
import { notePlace } from './live-state'

export { ApiError, isNotFound, isOffline, isUnauthorized } from './api-error'

type QueryValue = string | number | boolean | null | undefined

export type RequestOptions = {
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Lets a request outlive the page (the last read page when a tab closes). The body must stay under 64 KB. */
  readonly keepalive?: boolean
  /** Whoever has given a password and is to wait is told so, and for how long: nothing is tried again by itself. */
  readonly impatient?: boolean
  /** Sign-in, set-up and "who am I" may be refused without sending the reader to the sign-in page. */
  readonly anonymous?: boolean
}

const triesWhenLimited = 4
/** A server asking for more patience than this is told to the reader instead. */
const longestWaitSeconds = 30

let onSignedOut: () => void = () => {}

/** The router says what happens when a session has ended. */
export function whenSignedOut(handler: () => void): void {
  onSignedOut = handler
}

export const api = {
  get: <T>(path: string, options?: RequestOptions) => request<T>('GET', path, options),
  post: <T>(path: string, options?: RequestOptions) => request<T>('POST', path, options),
  put: <T>(path: string, options?: RequestOptions) => request<T>('PUT', path, options),
  patch: <T>(path: string, options?: RequestOptions) => request<T>('PATCH', path, options),
  delete: <T = void>(path: string, options?: RequestOptions) => request<T>('DELETE', path, options),
}

/**
 * One call to `/api/v1` + path. The session is the HttpOnly cookie; a token never passes through here.
 * Answers the JSON body, `undefined` when there is none (204).
 * Throws ApiError; 429 is tried again after Retry-After; 401 leads to the sign-in page unless `anonymous`.
 */
export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const response = await send(method, path, options)
    if (response.status === 429 && attempt < triesWhenLimited && !options.impatient) {
      const seconds = retryAfterSeconds(response.headers.get('Retry-After'))
      if (seconds <= longestWaitSeconds) {
        await wait(seconds * 1000, options.signal)
        continue
      }
    }
    if (response.ok) return (await readBody(response)) as T
    if (response.status === 401 && !options.anonymous) onSignedOut()
    throw await toApiError(response)
  }
}

/** `/books/list` with `{ page: 2 }` becomes `/api/v1/books/list?page=2`; empty values are left out. */
export function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `/api/v1${path}${text ? `?${text}` : ''}`
}

export function retryAfterSeconds(header: string | null): number {
  const seconds = Number(header)
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : 1
}

async function send(method: string, path: string, options: RequestOptions): Promise<Response> {
  const hasBody = options.body !== undefined
  try {
    const response = await fetch(addressOf(path, options.query), {
      method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(hasBody ? { body: JSON.stringify(options.body) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    reportAnswer()
    notePlace(response.headers.get('Last-Event-ID'))
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    reportSilence()
    throw new ApiError(0, 'Offline', 'The server cannot be reached')
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

async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const facts = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: unknown
    message?: unknown
    details?: unknown
  }
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
