/** How long a file system may take to answer one question before it counts as not answering. */
const PATIENCE_MS = 60_000

/** Rejects with the signal's reason when it aborts, and when `work` takes too long: a hung mount answers never. */
export async function answered<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new Error('The file system does not answer')), PATIENCE_MS)
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
