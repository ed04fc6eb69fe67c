import type { HEALTH_CHECKS, HEALTH_PROBLEMS } from '@octavo/contract/health'
import type { Clock } from '../../../kernel/clock'

/** The result of a check. */
export interface Finding {
  readonly status: 'ok' | 'degraded' | 'failed'
  /** One sentence for the operator, without addresses or secrets. */
  readonly reason?: string
  readonly code?: (typeof HEALTH_PROBLEMS)[number]
  readonly count?: number
  /** Epoch milliseconds. */
  readonly since?: number
}

export interface Check {
  readonly name: (typeof HEALTH_CHECKS)[number]
  /** Cache time of a result: load balancers probe often. */
  readonly maxAgeMs: number
  /** The result of a timeout. */
  readonly silent: Finding
  /** Queries the database, so it is skipped while that does not respond. */
  readonly asksDatabase?: boolean
  run(): Promise<Finding>
}

export type Findings = readonly (Finding & { readonly name: Check['name'] })[]

export interface Health {
  /** The results of all checks; returns within a time limit even if a check hangs. */
  findings(): Promise<Findings>
  /** Whether the database responds. */
  database(): Promise<boolean>
  /** Marks the process as stopping, so it is not ready. */
  beginToStop(): void
  readonly isStopping: boolean
}

/** Time limit of a check. */
const ANSWER_MS = 2_000

export function createHealth(checks: readonly Check[], now: Clock): Health {
  const startedAt = now()
  let stoppingSince: number | null = null
  const ask = new Map(checks.map(check => [check.name, asking(check, now)]))

  async function databaseFinding(): Promise<Finding> {
    return (await ask.get('database')?.()) ?? { status: 'ok' }
  }

  return {
    async findings() {
      const database = await databaseFinding()
      const found = await Promise.all(
        checks.map(async check => {
          if (check.name === 'database') return { name: check.name, ...database }
          if (check.asksDatabase && database.status === 'failed') {
            return {
              name: check.name,
              status: 'degraded' as const,
              reason: 'Unknown while the database is unavailable.',
              code: 'unknown' as const,
            }
          }
          return { name: check.name, ...((await ask.get(check.name)?.()) ?? check.silent) }
        }),
      )
      const process: Findings[number] =
        stoppingSince === null
          ? { name: 'process', status: 'ok', since: startedAt }
          : {
              name: 'process',
              status: 'failed',
              reason: 'The process has been asked to stop.',
              code: 'stopping',
              since: stoppingSince,
            }
      return [process, ...found]
    },
    database: async () => (await databaseFinding()).status === 'ok',
    beginToStop() {
      stoppingSince ??= now()
    },
    get isStopping() {
      return stoppingSince !== null
    },
  }
}

/** Runs a check once at a time, caches its result, and limits the wait. */
function asking(check: Check, now: Clock): () => Promise<Finding> {
  let cached: { readonly finding: Finding; readonly at: number } | null = null
  let running: Promise<Finding> | null = null
  let badSince: number | null = null

  async function run(): Promise<Finding> {
    try {
      return await check.run()
    } catch {
      return check.silent
    }
  }

  function since(finding: Finding): Finding {
    if (finding.status === 'ok') badSince = null
    else badSince ??= finding.since ?? now()
    return badSince === null ? finding : { ...finding, since: badSince }
  }

  return async () => {
    if (cached && now() - cached.at < check.maxAgeMs) return cached.finding
    running ??= run().then(finding => {
      running = null
      cached = { finding: since(finding), at: now() }
      return cached.finding
    })
    const late = Promise.withResolvers<Finding>()
    const timer = setTimeout(() => late.resolve(since(check.silent)), ANSWER_MS)
    const finding = await Promise.race([running, late.promise])
    clearTimeout(timer)
    return finding
  }
}
