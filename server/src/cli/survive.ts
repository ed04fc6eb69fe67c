import type { Logger } from '../kernel/log'

/** Work that nobody waits for may fail; that is a fault of ours to be found in the log, and no end of the server. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', reason => {
    log.error({ err: reason }, 'unhandled rejection')
  })
}
