import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/paths'

const REQUIREMENTS = join(import.meta.dir, 'requirements.txt')
const CONFIG = join(import.meta.dir, 'schemathesis.toml')
const HOME = join(ROOT, '.cache', 'schemathesis')
/** Written when all of it is there, so that an install that was cut off is begun again. */
const DONE = join(HOME, 'requirements.txt')

async function run(command: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const child = Bun.spawn([...command], { cwd: HOME, stdout: 'pipe', stderr: 'pipe', env: process.env })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output: `${out}${err}` }
}

/** The command, installed into the cache of this folder when it is not there, in the versions that are written down. */
export async function schemathesis(): Promise<string> {
  const command = join(HOME, 'bin', 'schemathesis')
  const wanted = readFileSync(REQUIREMENTS, 'utf8')
  if (existsSync(command) && existsSync(DONE) && readFileSync(DONE, 'utf8') === wanted) return command
  rmSync(HOME, { recursive: true, force: true })
  mkdirSync(HOME, { recursive: true })
  const python = Bun.which('python3')
  if (!python) throw new Error('The test of the OpenAPI document needs python3 (3.10 or later): install it')
  const steps = [
    [python, '-m', 'venv', HOME],
    [
      ...[join(HOME, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
      // What is imported is compiled then; most of it never is.
      ...['--no-compile', '-r', REQUIREMENTS],
    ],
  ]
  for (const step of steps) {
    const { code, output } = await run(step)
    if (code !== 0) {
      throw new Error(
        `schemathesis could not be installed by "${step.slice(1, 4).join(' ')}" (Debian and Ubuntu: apt-get install python3-venv):\n${output.slice(-2000)}`,
      )
    }
  }
  writeFileSync(DONE, wanted)
  return command
}

export interface SchemaRun {
  /** Address of the server, without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly seed: number
  /** Rounds follow each other until this time is over; without it there is one. */
  readonly seconds?: number
  /** Cases for each operation in a round, at most. */
  readonly examples: number
  readonly phases: readonly string[]
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
 * Long texts of other scripts as a path, a ticket or a provider's answer make a longer address than HTTP takes (431, without a body). Streams
 * have no end; logout and the like make the next call come from nobody; and the last have mail sent, which is not set up.
 */
const LEFT_OUT = `(${KOMGA_LISTS}|/stream$|/callback$|/filesystem/browse$|/resource/\\{path\\}$|^/epub/|/api/v1/events$|/auth/logout|/auth/logout-all|/api/logout$|/setup/initialize|/user/sessions|forgot-password|resend-verification)`

/** Generated calls, good and bad, against the document; what is wrong stands in `output`. */
export async function runSchemathesis(options: SchemaRun): Promise<{
  readonly code: number
  readonly output: string
  readonly cases: number
  readonly operations: number
}> {
  const command = await schemathesis()
  const folder = join(ROOT, 'test-results', 'schema')
  mkdirSync(folder, { recursive: true })
  const { code, output } = await run([
    ...[command, '--config-file', CONFIG, 'run', join(ROOT, 'contract/openapi.json'), '--url', options.url],
    ...Object.entries(options.headers).flatMap(([name, value]) => ['--header', `${name}:${value}`]),
    ...['--phases', options.phases.join(','), '--checks', CHECKS.join(',')],
    ...['--max-examples', String(options.examples), '--seed', String(options.seed)],
    ...(options.seconds === undefined ? [] : ['--max-time', String(options.seconds)]),
    // Before 3.12 Python mixes up the depths of syntax trees of two threads: with two workers the coverage phase breaks off at times.
    ...['--workers', '1', '--no-shrink', '--continue-on-failure', '--warnings', 'off', '--no-color'],
    ...['--suppress-health-check', 'all', '--generation-database', 'none', '--request-timeout', '30'],
    ...['--exclude-path-regex', LEFT_OUT],
  ])
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  return { code, output, cases: number(/(\d+) generated/), operations: number(/Tested: (\d+)/) }
}
