import type { Logger } from '../kernel/log'

/** An unhandled rejection is a bug for the log, and does not end the server. An uncaught exception does, and is logged too. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', reason => {
    log.error({ err: reason }, 'unhandled rejection')
  })
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'stopped: uncaught exception')
    process.exit(1)
  })
}
