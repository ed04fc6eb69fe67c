/** Time that work under way has to end. */
const DRAIN_MS = 10_000
/** A terminal and npm both pass one Ctrl+C on: what follows at once is the same wish. */
const SAME_WISH_MS = 1000

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. From then on the process ends within ten seconds and the notice
 * that is given to load balancers, or at once when it is asked again.
 */
export function untilAskedToStop(noticeMs = 0): Promise<void> {
  return new Promise(resolve => {
    let askedAt: number | null = null
    const ask = (): void => {
      if (askedAt === null) {
        askedAt = Date.now()
        setTimeout(() => process.exit(1), DRAIN_MS + noticeMs).unref()
        resolve()
      } else if (Date.now() - askedAt > SAME_WISH_MS) {
        process.exit(1)
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  })
}
