import type { Logger } from '../kernel/log'

/** An unhandled rejection is a bug for the log, and does not end the server. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', reason => {
    log.error({ err: reason }, 'unhandled rejection')
  })
}
