import { AppError } from '../kernel/app-error'
import { countLimit } from '../kernel/limit-hits'
import { LIMITS } from '../kernel/limits'

interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/** By user id. */
const lines = new Map<string, Line>()

/**
 * Runs work that has a file of this person in memory: a few at a time, the next ones in order. The body of a request that
 * waits is unread, so the client stops sending.
 * @throws ServiceUnavailable if too many wait
 */
export async function inUploadTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(userId) ?? { running: 0, waiting: [] }
  lines.set(userId, line)
  if (line.running < LIMITS.http.uploadsAtOnce) line.running++
  else if (line.waiting.length < LIMITS.http.uploadsWaiting) {
    await new Promise<void>(resolve => line.waiting.push(resolve))
  } else {
    countLimit('uploads')
    throw new AppError('ServiceUnavailable', 'Too many uploads at once. Try again in a moment.')
  }
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else if (--line.running === 0) lines.delete(userId)
  }
}
