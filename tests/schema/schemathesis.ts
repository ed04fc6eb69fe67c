import { join } from 'node:path'
import { ROOT } from '../kit/paths'
import { pythonTool, run } from '../kit/python-tool'

const REQUIREMENTS = join(import.meta.dir, 'requirements.txt')
const CONFIG = join(import.meta.dir, 'schemathesis.toml')
const OTHER_ROLES = join(import.meta.dir, 'other_roles.py')

export interface SchemaRun {
  /** Address of the server, without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly seed: number
  /** Rounds are repeated until this time is over; one round without it. */
  readonly seconds?: number
  /** Cases for each operation in a round, at most. */
  readonly examples: number
  readonly phases: readonly string[]
  /** API keys by role: each call is repeated with these, in this order. */
  readonly otherKeys?: Readonly<Record<string, string>>
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

/** Komga's lists take hundreds of values in their address: longer than HTTP takes, as below. */
const KOMGA_LISTS =
  '^/\\{prefix\\}/api/v[12]/(series|books|collections|readlists|authors|genres|tags|publishers|languages|age-ratings|sharing-labels)(/(new|latest|updated|ondeck|list|list/alphabetical-groups|alphabetical-groups|release-dates|names|roles|series|book|[^/]+/(series|books)))?$'

/**
 * Long texts of other scripts as a path, a ticket or a provider's answer make a longer address than HTTP takes (431,
 * without a body). Streams have no end; logout and the like make the next call come from nobody; and the last need a
 * mail server or a collector, which are not set up.
 */
const LEFT_OUT = `(${KOMGA_LISTS}|/stream$|/callback$|/filesystem/browse$|/resource/\\{path\\}$|^/epub/|/v1/events$|/auth/logout|/auth/logout-all|/api/logout$|/setup/initialize|/user/sessions|forgot-password|resend-verification|/observability/otlp/)`

/** Otherwise each call searches the whole environment for a proxy, and the home folder for passwords. */
const DIRECT = { no_proxy: '127.0.0.1', NETRC: '/dev/null' }

/** Generated calls, valid and invalid, against the document; failures are in `output`. */
export async function runSchemathesis(options: SchemaRun): Promise<{
  readonly code: number
  readonly output: string
  readonly cases: number
  readonly operations: number
  /** Answers to other keys, by role. */
  readonly answers: Readonly<Record<string, number>>
}> {
  const command = await pythonTool('schemathesis', REQUIREMENTS)
  const { otherKeys = {} } = options
  const others = Object.keys(otherKeys)
  const env = {
    SCHEMATHESIS_HOOKS: OTHER_ROLES,
    OCTAVO_TEST_OTHER_KEYS: JSON.stringify(otherKeys),
    OCTAVO_TEST_CHECKS: CHECKS.join(','),
    ...DIRECT,
  }
  const checks = others.length === 0 ? CHECKS : [...CHECKS, 'other_roles']
  const args = [
    ...[command, '--config-file', CONFIG, 'run', join(ROOT, 'contract/openapi.json'), '--url', options.url],
    ...Object.entries(options.headers).flatMap(([name, value]) => ['--header', `${name}:${value}`]),
    ...['--phases', options.phases.join(','), '--checks', checks.join(',')],
    ...['--max-examples', String(options.examples), '--seed', String(options.seed)],
    ...(options.seconds === undefined ? [] : ['--max-time', String(options.seconds)]),
    // Before 3.12 Python mixes up the depths of syntax trees of two threads: with two workers the coverage phase breaks off at times.
    ...['--workers', '1', '--no-shrink', '--continue-on-failure', '--warnings', 'off', '--no-color'],
    ...['--suppress-health-check', 'all', '--generation-database', 'none', '--request-timeout', '30'],
    ...['--exclude-path-regex', LEFT_OUT],
  ]
  const { code, output } = await run(args, others.length === 0 ? DIRECT : env)
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const answers = Object.fromEntries(others.map(role => [role, number(new RegExp(`^${role}: (\\d+) answers$`, 'm'))]))
  return { code, output, cases: number(/(\d+) generated/), operations: number(/Tested: (\d+)/), answers }
}
