import { resolve } from 'node:path'
import { placeOf } from './backup.command'
import { CONFIG_OPTIONS, type Command, EXIT } from './command'
import { prepareDataFolder } from './data-folder'
import { abortWhenAsked } from './stop'

export const exportCommand: Command = {
  words: ['export'],
  takes: { shown: '[FOLDER]', min: 0, max: 1 },
  summary: 'Writes all data as JSON Lines that other programs can read',
  more:
    'Servers can keep running. The export is a new folder in FOLDER, or in the current folder. Its format is described in\n' +
    'docs/export-format.md. Without --keys, users have no passwords after an import, and API keys and two-factor\n' +
    'secrets are missing. An export is not encrypted.',
  options: {
    ...CONFIG_OPTIONS,
    keys: {
      about: 'Includes password hashes, API keys, two-factor secrets, sessions, keys and the configuration file',
    },
  },
  async run(call) {
    const loaded = call.config()
    const { makeExport } = await import('../features/operations/backups')
    const folder = resolve(call.terminal.cwd, call.names[0] ?? '.')
    const job = { ...placeOf(loaded), folder, keys: call.options.keys === true }
    const { name, rows, files } = await makeExport(job, abortWhenAsked(call.terminal.environment), text =>
      call.terminal.warn(text),
    )
    call.terminal.print(`${resolve(folder, name)}  ${rows} rows, ${files} files`)
    return EXIT.done
  },
}

export const importCommand: Command = {
  words: ['import'],
  takes: { shown: 'EXPORT', min: 1, max: 1 },
  summary: 'Imports an export into an empty data folder or PostgreSQL',
  more:
    'EXPORT is the folder of one export. It is verified first; --check does nothing else. Stop the server before you import,\n' +
    'and move the old data folder away. An export of either database can be imported into the other.',
  options: { ...CONFIG_OPTIONS, check: { about: 'Only verifies the export' } },
  async run(call) {
    const { terminal } = call
    const { config } = call.config()
    const folder = resolve(terminal.cwd, call.names[0] ?? '')
    const { importExport, verifyExport } = await import('../features/operations/backups')
    const step = (text: string) => terminal.warn(text)
    if (call.options.check) {
      const { createdAt, octavo } = await verifyExport(folder, abortWhenAsked(call.terminal.environment), step)
      terminal.print(`The export of ${createdAt} (Octavo ${octavo}) is intact.`)
      return EXIT.done
    }
    prepareDataFolder(config.dataDir)
    const { dataDir, databaseUrl, storage } = config
    const { manifest, rows, covers, configFile } = await importExport(
      { folder, dataDir, databaseUrl, storage },
      abortWhenAsked(call.terminal.environment),
      step,
    )
    terminal.print(
      `Imported ${rows} rows and ${covers} covers of ${manifest.createdAt} into ${databaseUrl ? 'PostgreSQL' : dataDir}.`,
    )
    if (configFile) terminal.print(`Check the imported configuration: ${configFile}`)
    if (!manifest.keys) {
      terminal.print(
        'Nobody has a password. Set one with `octavo users reset-password NAME` before you start the server.',
      )
    }
    return EXIT.done
  },
}
