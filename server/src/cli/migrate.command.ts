import { CONFIG_OPTIONS, type Command, EXIT } from './command'
import { prepareDataFolder } from './data-folder'

export const migrateCommand: Command = {
  words: ['migrate'],
  summary: 'Brings the database up to date and ends',
  more: 'serve and worker do this at every start; it is a command for when you want it apart from them.',
  options: CONFIG_OPTIONS,
  async run({ config, terminal }) {
    const { databaseUrl, dataDir } = config().config
    prepareDataFolder(dataDir)
    const { connect, migrate } = await import('../db')
    const connection = await connect({ databaseUrl, dataDir })
    for (const notice of connection.notices) terminal.warn(notice)
    try {
      const steps = await migrate(connection)
      for (const step of steps) terminal.print(`Done: ${step}`)
      terminal.print('The database is up to date.')
    } finally {
      await connection.close()
    }
    return EXIT.done
  },
}
