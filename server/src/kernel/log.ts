import pino, { type Logger } from 'pino'
import { currentScope } from './request-scope'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One JSON object a line on standard error, with the id of the request or task; secrets never reach it. */
export function createLogger(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const { address: _, ...scope } = currentScope() ?? {}
        return scope
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-api-key"]', '*.password', '*.token'],
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
