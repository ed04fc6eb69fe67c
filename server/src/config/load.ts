import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Config, type SettingValues, toConfig } from './config'
import { CONFIG_FILE_VARIABLE, defaultDataDir, type Environment, octavoVariables } from './env'
import { readConfigFile } from './file'
import { nearest } from './nearest'
import { withSecretsOf } from './oidc-providers'
import { environmentName, SETTING_KEYS, type SettingKey, settingOf } from './settings'

/** The configuration cannot be used. `problems` has one sentence for each error. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

export interface Sources {
  readonly environment: Environment
  /** From the command line; these take precedence over everything. */
  readonly options?: Partial<Record<SettingKey, string>>
  /** `--config`. */
  readonly file?: string | undefined
  /** Base of relative paths of the command line and the environment. */
  readonly cwd: string
}

export type Origin = 'command line' | 'environment' | 'file' | 'default'

export interface Loaded {
  readonly config: Config
  readonly values: SettingValues
  /** Warnings: likely mistakes that do not stop the server. */
  readonly warnings: readonly string[]
  /** The configuration file that was read, if there is one. */
  readonly file: string | null
  readonly origins: Readonly<Record<SettingKey, Origin>>
}

interface Given {
  readonly origin: Origin
  readonly value: unknown
  /** Names the place in messages. */
  readonly place: string
  /** Base of relative paths. */
  readonly base: string
}

/**
 * Precedence: command line, environment, file, defaults.
 * @throws ConfigError
 */
export function loadConfig(sources: Sources): Loaded {
  const variables = octavoVariables(sources.environment)
  const given = new Map<SettingKey, Given>(fromProcess(sources, variables))
  const problems: string[] = []
  const early = readPath(given.get('data_dir')) ?? defaultDataDir(sources.environment)
  const file = configFile(sources, variables, early)
  if (file) {
    const read = readConfigFile(file)
    problems.push(...read.problems)
    for (const [key, { value, place }] of read.values) {
      if (!given.has(key)) given.set(key, { origin: 'file', value, place: `${place}: ${key}`, base: dirname(file) })
    }
  }
  const values: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  for (const key of SETTING_KEYS) {
    const entry = given.get(key)
    origins[key] = entry?.origin ?? 'default'
    const checked = entry ? check(key, entry) : { value: initialValue(key) }
    if ('problem' in checked) problems.push(checked.problem)
    else values[key] = checked.value
  }
  const providers = withSecretsOf(
    (values['auth.oidc.providers'] ?? null) as SettingValues['auth.oidc.providers'],
    sources,
  )
  problems.push(...providers.problems)
  values['auth.oidc.providers'] = providers.value
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = (values.data_dir as string | null) ?? defaultDataDir(sources.environment)
  return {
    config: toConfig(values as SettingValues, dataDir),
    values: values as SettingValues,
    warnings: unknownVariables(variables),
    file,
    origins: origins as Record<SettingKey, Origin>,
  }
}

/** Path of the configuration file; it need not exist. */
export function configFilePath(sources: Sources): string {
  const variables = octavoVariables(sources.environment)
  const chosen = sources.file ?? variables.get(CONFIG_FILE_VARIABLE)
  if (chosen !== undefined) return absolute(chosen, sources.cwd)
  const dataDir = readPath(new Map(fromProcess(sources, variables)).get('data_dir'))
  return join(dataDir ?? defaultDataDir(sources.environment), 'octavo.yaml')
}

/** A file named explicitly must exist; the one in the data folder may be missing. */
function configFile(sources: Sources, variables: ReadonlyMap<string, string>, dataDir: string): string | null {
  const chosen = sources.file ?? variables.get(CONFIG_FILE_VARIABLE)
  if (chosen !== undefined) return absolute(chosen, sources.cwd)
  const usual = join(dataDir, 'octavo.yaml')
  return existsSync(usual) ? usual : null
}

function* fromProcess(
  { options, cwd }: Sources,
  variables: ReadonlyMap<string, string>,
): Generator<[SettingKey, Given]> {
  for (const key of SETTING_KEYS) {
    const name = environmentName(key)
    const option = options?.[key]
    const variable = variables.get(name)
    if (option !== undefined) {
      const place = `--${key.replaceAll('_', '-')}`
      yield [key, { origin: 'command line', value: option, place, base: cwd }]
    } else if (variable !== undefined) {
      yield [key, { origin: 'environment', value: variable, place: name, base: cwd }]
    }
  }
}

function check(key: SettingKey, { value, place, base }: Given): { value: unknown } | { problem: string } {
  const { schema, allowed, secret, isPath } = settingOf(key)
  const result = schema.safeParse(value)
  if (result.success) return { value: isPath ? absolute(result.data as string, base) : result.data }
  if (secret)
    return { problem: `${place} has a value that cannot be used (it is not shown here): it must be ${allowed}` }
  return { problem: `${place} is ${shown(value)}, but must be ${allowed}` }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** The default of a setting. */
export function initialValue(key: SettingKey): unknown {
  const { initial } = settingOf(key)
  return typeof initial === 'function' ? initial() : initial
}

function readPath(entry: Given | undefined): string | null {
  return entry && typeof entry.value === 'string' ? absolute(entry.value, entry.base) : null
}

function absolute(path: string, base: string): string {
  const trimmed = path.trim()
  const atHome = trimmed === '~' || trimmed.startsWith('~/')
  return atHome ? join(homedir(), trimmed.slice(1)) : resolve(base, trimmed)
}

function unknownVariables(variables: ReadonlyMap<string, string>): string[] {
  const known = [...SETTING_KEYS.map(environmentName), CONFIG_FILE_VARIABLE]
  return [...variables.keys()]
    .filter(name => !known.includes(name))
    .map(name => {
      const meant = nearest(
        name.replace(/^OCTAVO_/, ''),
        known.map(each => each.replace(/^OCTAVO_/, '')),
      )
      return `${name} is not a setting, so it does nothing.${meant ? ` Did you mean OCTAVO_${meant}?` : ''}`
    })
}
