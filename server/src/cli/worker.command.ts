import { createLogger } from '../kernel/log'
import { CONFIG_OPTIONS, type Command, CommandFailure, EXIT } from './command'
import { prepareDataFolder } from './data-folder'
import { untilAskedToStop } from './stop'
import { surviveRejections } from './survive'

export const workerCommand: Command = {
  words: ['worker'],
  summary: 'Runs tasks for the servers on the same PostgreSQL; answers no requests',
  options: CONFIG_OPTIONS,
  async run({ config, terminal }) {
    const given = config()
    const loaded = given.config
    if (!loaded.databaseUrl) {
      throw new CommandFailure(
        'A worker needs PostgreSQL: set OCTAVO_DATABASE_URL. With SQLite, `octavo serve` runs all tasks itself.',
      )
    }
    prepareDataFolder(loaded.dataDir)
    const log = createLogger(loaded.logLevel, loaded.logFile)
    surviveRejections(log)
    const { startOctavo } = await import('../app')
    const octavo = await startOctavo(given, { folders: [], http: false, log })
    const asked = untilAskedToStop(log, terminal.environment)
    const { address } = octavo
    const where = address ? ` Health: http://${address.hostname}:${address.port}/health/ready` : ''
    const state = octavo.problem ? `is running, but ${octavo.problem}` : 'is ready'
    terminal.print(`The worker ${state}. Ctrl+C stops it.${where}`)
    await asked
    await octavo.stop()
    log.info('stopped')
    return EXIT.done
  },
}
