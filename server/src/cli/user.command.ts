import { CONFIG_OPTIONS, type Command, CommandFailure, EXIT } from './command'
import { prepareDataFolder } from './data-folder'

/** More than any password may have; what is longer was piped in by mistake. */
const LONGEST_INPUT = 10_000

export const userReset: Command = {
  words: ['users', 'reset-password'],
  takes: { shown: 'NAME', min: 1, max: 1 },
  summary: 'Gives a user a new password and signs them out everywhere',
  more:
    'NAME is the user name or the e-mail address. A password is made and printed once, unless you pass one:\n' +
    '  octavo users reset-password ada --password-stdin < password.txt\n' +
    'With SQLite, stop the server first.',
  options: {
    ...CONFIG_OPTIONS,
    'remove-second-factor': { about: 'Takes the second factor off as well, for somebody who has lost it' },
    'password-stdin': { about: 'Takes the new password from the first line of the standard input' },
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
        given === undefined ? `The new password of ${username}: ${password}` : `${username} has the new password.`,
      )
      if (!isActive)
        terminal.warn(`${username} is deactivated and cannot sign in until an admin activates the account.`)
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
    throw new CommandFailure(
      'The standard input holds no password. Pipe one in, or leave --password-stdin out to have one made.',
    )
  }
  return line
}
