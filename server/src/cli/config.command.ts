import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Config, configFilePath, type SettingKey, settingsInForce, starterFile } from '../config'
import { CONFIG_OPTIONS, type Command, CommandFailure, EXIT } from './command'
import { explain } from './explain'

export const configCheck: Command = {
  words: ['config', 'check'],
  summary: 'Checks the configuration and shows the values in use',
  more:
    'Nothing is started or written. Keys and passwords are not shown.\n' +
    'Settings changed in the app are read from the database, if it is available.',
  options: {
    ...CONFIG_OPTIONS,
    strict: { about: 'Treats warnings as errors' },
    quiet: { short: 'q', about: 'Prints problems only' },
  },
  async run({ config, options, terminal }) {
    const loaded = config()
    if (!options.quiet) {
      terminal.print(loaded.file ? `Configuration file: ${loaded.file}` : 'No configuration file')
      const { changes, problem } = await changesInApp(loaded.config)
      for (const { key, value, origin } of settingsInForce(loaded, changes)) {
        terminal.print(`  ${key} = ${value}${origin === 'default' ? '' : `  (${origin})`}`)
      }
      if (problem) terminal.print(`Settings changed in the app are not shown: ${problem}`)
    }
    if (options.strict && loaded.warnings.length > 0) return EXIT.failed
    if (!options.quiet) terminal.print('Configuration is valid.')
    return EXIT.done
  },
}

interface AppChanges {
  readonly changes: ReadonlyMap<SettingKey, unknown>
  /** Why they could not be read. */
  readonly problem: string | null
}

/** An unreachable database is not a configuration error. */
async function changesInApp({ databaseUrl, dataDir }: Config): Promise<AppChanges> {
  const [{ peek }, { storedChanges }] = await Promise.all([import('../db'), import('../platform/settings')])
  const none = new Map<SettingKey, unknown>()
  try {
    const database = await peek({ databaseUrl, dataDir })
    if (database === null) return { changes: none, problem: null }
    try {
      return { changes: await storedChanges(database.reader), problem: null }
    } finally {
      await database.close()
    }
  } catch (error) {
    return { changes: none, problem: explain(error) }
  }
}

export const configInit: Command = {
  words: ['config', 'init'],
  summary: 'Writes a configuration file with every setting as a comment',
  options: { ...CONFIG_OPTIONS, force: { about: 'Replaces an existing file' } },
  async run({ sources, options, terminal }) {
    const file = configFilePath(sources)
    if (existsSync(file) && !options.force) {
      throw new CommandFailure(`${file} already exists. Use --force to replace it.`)
    }
    mkdirSync(dirname(file), { recursive: true })
    // It may contain keys and passwords, so only its owner can read it.
    writeFileSync(file, starterFile(), { mode: 0o600 })
    terminal.print(`Wrote ${file}`)
    return EXIT.done
  },
}
