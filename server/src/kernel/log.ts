import { isatty } from 'node:tty'
import pino, { type DestinationStream, type Logger } from 'pino'
import { readableLine } from './log-lines'
import { currentScope } from './request-scope'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STANDARD_ERROR = 2

/**
 * Lines on standard error, with the id of the request or task; secrets never reach it. A terminal gets lines for a person,
 * anything else one JSON object a line.
 */
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
    isatty(STANDARD_ERROR) ? readableTerminal() : pino.destination({ dest: STANDARD_ERROR, sync: true }),
  )
}

function readableTerminal(): DestinationStream {
  const terminal = pino.destination({ dest: STANDARD_ERROR, sync: true })
  return { write: line => terminal.write(`${readableLine(line.trimEnd())}\n`) }
}
