/** Names of pino's levels by number. */
const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** A longer list is shown by its length. */
const LONGEST_LIST = 3
const FROM_ERROR = 50

/**
 * A log line for a terminal: local time, level, message, then the rest as `name=value`. Anything but a JSON object
 * stays unchanged.
 */
export function readableLine(json: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(json) as Record<string, unknown>
  } catch {
    return json
  }
  const { level, time, msg, err, ...rest } = entry
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)
  const problem = err === undefined ? [] : [`(${errorText(err)})`]
  const words = [clockTime(time), (LEVELS[Number(level)] ?? '').padEnd(5), String(msg ?? ''), ...problem, ...facts]
  return [harmless(words.filter(word => word !== '').join('  ')), ...stackLines(Number(level), err)].join('\n')
}

function clockTime(time: unknown): string {
  const at = new Date(String(time))
  if (Number.isNaN(at.getTime())) return ''
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(part => String(part).padStart(2, '0')).join(':')
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length > LONGEST_LIST ? String(value.length) : value.map(shown).join(', ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function errorText(err: unknown): string {
  const { message } = (err ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(err)
}

/** Stack traces are printed for errors that need fixing. */
function stackLines(level: number, err: unknown): readonly string[] {
  const { stack } = (err ?? {}) as { readonly stack?: unknown }
  if (level < FROM_ERROR || typeof stack !== 'string') return []
  return stack
    .split('\n')
    .slice(1)
    .map(line => `          ${harmless(line.trim())}`)
}

/** Names are untrusted: they must not contain terminal control sequences. */
function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd')
}
