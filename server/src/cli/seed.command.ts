import { resolve } from 'node:path'
import { CONFIG_OPTIONS, type Command, EXIT } from './command'
import { prepareDataFolder } from './data-folder'

export const seedCommand: Command = {
  words: ['seed'],
  takes: { shown: 'FILE', min: 1, max: 1 },
  summary: 'Creates the users, settings and libraries of a YAML file',
  more:
    'What is there already stays as it is, so the command can be repeated. With OCTAVO_SEED, a server does the same at every\n' +
    'start. With SQLite, stop the server first.',
  options: CONFIG_OPTIONS,
  async run({ names, config, terminal }) {
    const loaded = config()
    const { databaseUrl, dataDir } = loaded.config
    prepareDataFolder(dataDir)
    const [{ connect, migrate }, { seedDatabase }, { createLiveSettings }, { createLogger }, { systemClock }] =
      await Promise.all([
        import('../db'),
        import('../app/seed'),
        import('../platform/settings'),
        import('../kernel/log'),
        import('../kernel/clock'),
      ])
    const connection = await connect({ databaseUrl, dataDir })
    for (const notice of connection.notices) terminal.warn(notice)
    try {
      await migrate(connection)
      const { reader, write, wakes } = connection
      const settings = createLiveSettings({ reader, write, now: systemClock, wakes, given: loaded })
      const path = resolve(terminal.cwd, names[0] ?? '')
      const parts = { settings, environment: terminal.environment, config: loaded.config, log: createLogger('warn') }
      const { users, settings: changed, libraries } = await seedDatabase(connection, path, parts)
      wakes.wake('accounts')
      terminal.print(`Created: ${users} users, ${libraries} libraries. Settings changed: ${changed}.`)
    } finally {
      await connection.close()
    }
    return EXIT.done
  },
}
