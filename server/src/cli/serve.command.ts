import { createLogger } from '../kernel/log'
import { CONFIG_OPTIONS, type Command, EXIT } from './command'
import { prepareDataFolder } from './data-folder'
import { greeting, ownSetupLink } from './greeting'
import { libraryFolders } from './library-folders'
import { openBrowser } from './open-browser'
import { choosePort } from './port'
import { untilAskedToStop } from './stop'
import { surviveRejections } from './survive'

export const serveCommand: Command = {
  words: ['serve'],
  takes: { shown: '[FOLDER…]', min: 0, max: Number.POSITIVE_INFINITY },
  summary: 'Starts the server; each folder becomes a library',
  more:
    'Folders that are already libraries stay as they are. Without folders, create libraries in the web app.\n' +
    'Without --port and OCTAVO_PORT, port 8080 or the next free one is used. Ctrl+C stops the server.',
  options: {
    ...CONFIG_OPTIONS,
    host: {
      value: 'ADDRESS',
      about: 'Address to listen on; 127.0.0.1 is reachable from this machine only',
      setting: 'host',
    },
    port: { value: 'PORT', short: 'p', about: 'Port to listen on; 0 picks a free one', setting: 'port' },
  },
  async run({ names, config, terminal }) {
    const folders = libraryFolders(names, terminal.cwd)
    const loaded = config()
    const { config: wanted, origins } = loaded
    prepareDataFolder(wanted.dataDir)
    const isTerminal = process.stdout.isTTY === true
    const port = await choosePort(wanted.host, wanted.port, { mayMove: origins.port === 'default' })
    const actual = { ...wanted, port }
    const log = createLogger(actual.logLevel, actual.logFile)
    surviveRejections(log)
    const { startOctavo } = await import('../app')
    const octavo = await startOctavo(
      { ...loaded, config: actual },
      {
        folders,
        http: true,
        log,
        environment: terminal.environment,
      },
    )
    // Before the greeting, as its readers may send requests at once.
    const asked = untilAskedToStop(log, terminal.environment, actual.stopNoticeMs)
    const started = { folders, address: octavo.address, setupToken: octavo.setupToken, problem: octavo.problem }
    for (const line of greeting(actual, started)) terminal.print(line)
    if (actual.setupOpen && octavo.setupToken) {
      log.warn('anyone who reaches this server can create the first account: OCTAVO_SETUP_OPEN is set')
    }
    const link = ownSetupLink(actual, started)
    if (link) openBrowser({ environment: terminal.environment, platform: process.platform, isTerminal }, link)
    await asked
    await octavo.stop()
    log.info('stopped')
    return EXIT.done
  },
}
