import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { configFilePath, settingsInForce, starterFile } from '../config'
import { CONFIG_OPTIONS, type Command, CommandFailure, EXIT } from './command'

export const configCheck: Command = {
  words: ['config', 'check'],
  summary: 'Checks the configuration and shows what is in force',
  more: 'Nothing is started or written. Keys and passwords are not shown.',
  options: {
    ...CONFIG_OPTIONS,
    strict: { about: 'Fails on warnings too' },
    quiet: { short: 'q', about: 'Prints what is wrong only' },
  },
  async run({ config, options, terminal }) {
    const loaded = config()
    if (!options.quiet) {
      terminal.print(loaded.file ? `Configuration file: ${loaded.file}` : 'No configuration file')
      for (const { key, value, origin } of settingsInForce(loaded)) {
        terminal.print(`  ${key} = ${value}${origin === 'default' ? '' : `  (${origin})`}`)
      }
    }
    if (options.strict && loaded.warnings.length > 0) return EXIT.failed
    if (!options.quiet) terminal.print('The configuration is good.')
    return EXIT.done
  },
}

export const configInit: Command = {
  words: ['config', 'init'],
  summary: 'Writes a configuration file with every setting in it, as comments',
  options: { ...CONFIG_OPTIONS, force: { about: 'Replaces a file that is there' } },
  async run({ sources, options, terminal }) {
    const file = configFilePath(sources)
    if (existsSync(file) && !options.force) {
      throw new CommandFailure(`${file} is there already. Add --force to replace it.`)
    }
    mkdirSync(dirname(file), { recursive: true })
    // It may come to hold keys and passwords, so it is for its owner only.
    writeFileSync(file, starterFile(), { mode: 0o600 })
    terminal.print(`Wrote ${file}`)
    return EXIT.done
  },
}
