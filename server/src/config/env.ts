import { homedir } from 'node:os'
import { join } from 'node:path'

/** The only place that reads the process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>

export function processEnvironment(): Environment {
  return process.env
}

/** Names the configuration file. */
export const CONFIG_FILE_VARIABLE = 'OCTAVO_CONFIG'

const PREFIX = 'OCTAVO_'
/** Read by the project's own tests. */
const TEST_PREFIX = 'OCTAVO_TEST_'

/** Octavo's variables; a blank one counts as unset. */
export function octavoVariables(environment: Environment): ReadonlyMap<string, string> {
  const result = new Map<string, string>()
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX) || name.startsWith(TEST_PREFIX)) continue
    if (value !== undefined && value.trim() !== '') result.set(name, value)
  }
  return result
}

/** The user's data folder on this system. */
export function defaultDataDir(environment: Environment, platform: NodeJS.Platform = process.platform): string {
  const home = environment.HOME || environment.USERPROFILE || homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Octavo')
  if (platform === 'win32') return join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Octavo')
  return join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'octavo')
}
