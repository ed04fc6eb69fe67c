import { ApiError, isOtherUser } from '../../api/api-error'
import { userHeader } from '../../api/expected-user'
import { FROM_DEVICE } from '../../device/device-caches'

const TRIES = 5
const FIRST_PAUSE = 800

export interface PartRequest {
  readonly address: string
  readonly signal: AbortSignal
  /** The reader's id; null for a part whose address is a ticket. */
  readonly userId: string | null
  /** Some books have no such part, or a damaged one; of others that is an error. */
  readonly optional?: boolean
}

/** One part of a book from the server, retried if the server is overloaded. Null for an optional part that cannot be had. */
export async function fetchPart({ address, signal, userId, optional }: PartRequest): Promise<Response | null> {
  for (let attempt = 1; ; attempt++) {
    const credentials = userId === null ? 'omit' : 'same-origin'
    const answer = await fetch(address, { signal, credentials, headers: userHeader(userId) }).catch(error => {
      if (signal.aborted) throw error
      return null
    })
    const isHere = answer && !answer.headers.has(FROM_DEVICE)
    if (isHere && answer.ok) return answer.status === 204 ? null : answer
    const status = isHere ? answer.status : 0
    if (optional && (status === 404 || status === 422)) return null
    if (answer?.status === 409 && (await isForOtherUser(answer))) throw new ApiError(401, 'Unauthorized', '')
    const isPassing = status === 0 || status === 429 || status >= 500
    if (!isPassing || attempt === TRIES) throw new ApiError(status, String(status), answer?.statusText ?? '')
    const asked = Number(answer?.headers.get('Retry-After') ?? 0) * 1000
    const pause = Math.max(asked, FIRST_PAUSE * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
    await wait(Math.min(30_000, pause), signal)
  }
}

/** The download waits for its own user's session. Other conflicts are errors of the book: its file has changed since the scan. */
async function isForOtherUser(answer: Response): Promise<boolean> {
  const body = (await answer.json().catch(() => null)) as { readonly details?: unknown } | null
  return isOtherUser(new ApiError(answer.status, 'Conflict', '', body?.details))
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
