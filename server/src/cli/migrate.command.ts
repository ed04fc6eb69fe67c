import { CONFIG_OPTIONS, type Command, EXIT } from './command'
import { prepareDataFolder } from './data-folder'

export const migrateCommand: Command = {
  words: ['migrate'],
  summary: 'Migrates the database',
  more: 'serve and worker also do this at every start.',
  options: CONFIG_OPTIONS,
  async run({ config, terminal }) {
    const { databaseUrl, dataDir } = config().config
    prepareDataFolder(dataDir)
    const { connect, migrate } = await import('../db')
    const connection = await connect({ databaseUrl, dataDir })
    for (const notice of connection.notices) terminal.warn(notice)
    try {
      const steps = await migrate(connection)
      for (const step of steps) terminal.print(`Applied ${step}`)
      terminal.print('Database is up to date.')
    } finally {
      await connection.close()
    }
    return EXIT.done
  },
}
