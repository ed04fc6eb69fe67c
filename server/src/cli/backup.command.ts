import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Loaded } from '../config'
import { CONFIG_OPTIONS, type Command, type CommandCall, CommandFailure, EXIT, type Option } from './command'
import { prepareDataFolder } from './data-folder'
import { abortWhenAsked } from './stop'

const PASSPHRASE = {
  'passphrase-file': {
    value: 'FILE',
    about: 'Reads the passphrase of an encrypted backup from the first line of a file',
  },
} as const satisfies Readonly<Record<string, Option>>

export const backupCommand: Command = {
  words: ['backup'],
  takes: { shown: '[FOLDER]', min: 0, max: 1 },
  summary: 'Backs up the database, added covers, keys and configuration',
  more:
    'Servers can keep running. The backup is a new folder in FOLDER, or in backup.folder of the settings. It is encrypted if\n' +
    'there is a passphrase. The oldest backups beyond backup.keep are removed.',
  options: { ...CONFIG_OPTIONS, ...PASSPHRASE },
  async run(call) {
    const loaded = call.config()
    const { config } = loaded
    const { makeBackup } = await import('../features/operations/backups')
    const [given] = call.names
    const folder = given === undefined ? config.backup.folder : resolve(call.terminal.cwd, given)
    const made = await makeBackup(
      { ...placeOf(loaded), ...config.backup, folder, passphrase: passphraseOf(call, config.backup.passphrase) },
      abortWhenAsked(call.terminal.environment),
      text => call.terminal.warn(text),
    )
    call.terminal.print(`${resolve(folder, made.name)}  ${made.bytes} bytes`)
    for (const name of made.removed) call.terminal.print(`Removed ${name}`)
    return EXIT.done
  },
}

export const restoreCommand: Command = {
  words: ['restore'],
  takes: { shown: 'BACKUP', min: 1, max: 1 },
  summary: 'Restores a backup into an empty data folder or PostgreSQL',
  more:
    'BACKUP is the folder of one backup. It is verified first; --check does nothing else. Stop the server before you restore, and\n' +
    'move the old data folder away. A backup of SQLite can be restored into PostgreSQL, and the reverse.',
  options: { ...CONFIG_OPTIONS, ...PASSPHRASE, check: { about: 'Only verifies the backup' } },
  async run(call) {
    const { terminal } = call
    const { config } = call.config()
    const backup = resolve(terminal.cwd, call.names[0] ?? '')
    const passphrase = passphraseOf(call, config.backup.passphrase)
    const { BACKUP, restoreBackup, verifyBackup } = await import('../features/operations/backups')
    const step = (text: string) => terminal.warn(text)
    if (call.options.check) {
      const { createdAt, octavo } = await verifyBackup(
        backup,
        passphrase,
        abortWhenAsked(call.terminal.environment),
        step,
      )
      terminal.print(`The backup of ${createdAt} (Octavo ${octavo}) is intact.`)
      return EXIT.done
    }
    prepareDataFolder(config.dataDir)
    const [{ PLAN_AGAIN }, { withoutOpen }] = await Promise.all([
      import('../features/operations/schedules'),
      import('../platform/queue-prune'),
    ])
    const { dataDir, databaseUrl, storage } = config
    const restored = await restoreBackup(
      { backup, dataDir, databaseUrl, storage, passphrase, settle: [...withoutOpen(BACKUP.type), ...PLAN_AGAIN] },
      abortWhenAsked(call.terminal.environment),
      step,
    )
    terminal.print(
      `Restored ${restored.rows} rows and ${restored.covers} covers of ${restored.manifest.createdAt} into ${databaseUrl ? 'PostgreSQL' : dataDir}.`,
    )
    if (restored.configFile) terminal.print(`Check the restored configuration: ${restored.configFile}`)
    return EXIT.done
  },
}

/** What a backup or export contains. */
export function placeOf({ config, file }: Loaded) {
  const { dataDir, databaseUrl, storage, auth } = config
  return { dataDir, databaseUrl, storage, jwtSecret: auth.jwtSecret, configFile: file }
}

function passphraseOf({ options, terminal }: CommandCall, configured: string | null): string | null {
  const file = options['passphrase-file']
  if (typeof file !== 'string') return configured
  const [line = ''] = readFileSync(resolve(terminal.cwd, file), 'utf8').split(/\r?\n/, 1)
  if (line === '') throw new CommandFailure(`The first line of ${file} has no passphrase.`)
  return line
}
