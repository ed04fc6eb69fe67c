import { isatty } from 'node:tty'
import pino, { type DestinationStream, type Logger } from 'pino'
import { type LogFileOptions, openLogFile } from './log-file'
import { readableLine } from './log-lines'
import { currentScope } from './request-scope'

export type { Logger } from 'pino'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STANDARD_ERROR = 2

/**
 * Lines on standard error, with the id of the request or task and of its trace; secrets never reach it. A terminal gets lines
 * for a person, anything else one JSON object a line, as does a file.
 */
export function createLogger(level: LogLevel, file: LogFileOptions | null = null): Logger {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const { address: _, trace, ...scope } = currentScope() ?? {}
        return trace === undefined ? scope : { ...scope, traceId: trace.traceId }
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-api-key"]', '*.password', '*.token'],
    },
    file === null ? standardError() : withFile(standardError(), file),
  )
}

function standardError(): DestinationStream {
  return isatty(STANDARD_ERROR) ? readableTerminal() : pino.destination({ dest: STANDARD_ERROR, sync: true })
}

function withFile(shown: DestinationStream, options: LogFileOptions): DestinationStream {
  const file = openLogFile(options, ({ message }) => {
    const time = new Date().toISOString()
    shown.write(`${JSON.stringify({ level: 50, time, msg: `the log file cannot be written: ${message}` })}\n`)
  })
  return {
    write(line) {
      shown.write(line)
      file.write(line)
    },
  }
}

function readableTerminal(): DestinationStream {
  const terminal = pino.destination({ dest: STANDARD_ERROR, sync: true })
  return { write: line => terminal.write(`${readableLine(line.trimEnd())}\n`) }
}
