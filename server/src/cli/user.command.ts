import { CONFIG_OPTIONS, type Command, CommandFailure, EXIT } from './command'
import { prepareDataFolder } from './data-folder'

/** More than any password may have; what is longer was piped in by mistake. */
const LONGEST_INPUT = 10_000

export const userReset: Command = {
  words: ['users', 'reset-password'],
  takes: { shown: 'NAME', min: 1, max: 1 },
  summary: 'Sets a new password for a user and signs out all their sessions',
  more:
    'NAME is the user name or e-mail address. A password is generated and printed once, unless you pass one:\n' +
    '  octavo users reset-password ada --password-stdin < password.txt\n' +
    'With SQLite, stop the server first.',
  options: {
    ...CONFIG_OPTIONS,
    'remove-second-factor': { about: 'Also removes the second factor, if it was lost' },
    'password-stdin': { about: 'Reads the new password from the first line of standard input' },
  },
  async run({ names, options, config, terminal }) {
    const [name = ''] = names
    const { databaseUrl, dataDir } = config().config
    const [{ connect, hasDatabase, migrate }, { resetPassword }, { systemClock }] = await Promise.all([
      import('../db'),
      import('../features/people/users'),
      import('../kernel/clock'),
    ])
    // A mistyped folder must not become a new, empty installation.
    if (databaseUrl === null && !hasDatabase(dataDir)) {
      throw new CommandFailure(
        `There is no Octavo database in ${dataDir}. Name the data folder of your server with --data-dir or OCTAVO_DATA_DIR.`,
      )
    }
    prepareDataFolder(dataDir)
    const given = options['password-stdin'] ? await firstLineOfInput() : undefined
    const connection = await connect({ databaseUrl, dataDir })
    for (const notice of connection.notices) terminal.warn(notice)
    try {
      await migrate(connection)
      const { reader, write } = connection
      const { username, password, isActive } = await resetPassword({ reader, write, now: systemClock }, name, {
        newPassword: given,
        removeSecondFactor: options['remove-second-factor'] === true,
      })
      terminal.print(
        given === undefined ? `New password of ${username}: ${password}` : `The password of ${username} was changed.`,
      )
      if (!isActive)
        terminal.warn(`${username} is deactivated and cannot sign in until an administrator activates the account.`)
    } finally {
      await connection.close()
    }
    return EXIT.done
  },
}

async function firstLineOfInput(): Promise<string> {
  const input = await Bun.stdin.text()
  const [line = ''] = input.split(/\r?\n/, 1)
  if (line === '' || line.length > LONGEST_INPUT) {
    throw new CommandFailure('Standard input is empty. Pipe in a password, or omit --password-stdin to generate one.')
  }
  return line
}
