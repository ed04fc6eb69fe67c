import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths'

/** What programs write next to themselves stays out of the project. */
const CACHE = join(ROOT, '.cache')

/** Runs a program to its end, with further variables; `output` has both of its streams. */
export async function run(
  command: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> {
  mkdirSync(CACHE, { recursive: true })
  const env = { ...process.env, ...variables }
  const child = Bun.spawn([...command], { cwd: CACHE, stdout: 'pipe', stderr: 'pipe', env })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output: `${out}${err}` }
}

/** The path of a PyPI command, installed into `.cache/NAME` if missing, in the versions of the file `requirements`. */
export async function pythonTool(name: string, requirements: string): Promise<string> {
  const home = join(CACHE, name)
  const command = join(home, 'bin', name)
  // Written last, so that an interrupted install is started again.
  const done = join(home, 'requirements.txt')
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(command) && existsSync(done) && readFileSync(done, 'utf8') === wanted) return command
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const python = Bun.which('python3')
  if (!python) throw new Error(`${name} needs python3 (3.10 or later): install it`)
  // The caller's own pip installs into another environment; giving each its own pip takes most of the work of making it.
  const hasPip = (await run([python, '-m', 'pip', '--python', python, '--version'])).code === 0
  const pip = hasPip
    ? [python, '-m', 'pip', '--python', join(home, 'bin', 'python')]
    : [join(home, 'bin', 'python'), '-m', 'pip']
  const steps = [
    [python, '-m', 'venv', ...(hasPip ? ['--without-pip'] : []), home],
    // What is imported is compiled then; most of it never is.
    [...pip, 'install', '--quiet', '--disable-pip-version-check', '--no-compile', '-r', requirements],
  ]
  for (const step of steps) {
    const { code, output } = await run(step)
    if (code !== 0) {
      throw new Error(
        `${name} could not be installed by "${step.slice(1, 4).join(' ')}" (Debian and Ubuntu: apt-get install python3-venv):\n${output.slice(-2000)}`,
      )
    }
  }
  writeFileSync(done, wanted)
  return command
}
