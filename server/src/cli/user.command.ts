import { ROLES } from '@octavo/contract/access'
import { nearest } from '../config'
import { CONFIG_OPTIONS, type Command, type CommandCall, CommandFailure, EXIT, UsageError } from './command'
import { prepareDataFolder } from './data-folder'

/** Longer than any password may be; anything longer was piped in by mistake. */
const LONGEST_INPUT = 10_000

export const userReset: Command = {
  words: ['users', 'reset-password'],
  takes: { shown: 'NAME', min: 1, max: 1 },
  summary: 'Sets a new password for a user and signs them out everywhere',
  more:
    'NAME is the user name or e-mail address. A password is generated and printed once, unless you pass one:\n' +
    '  octavo users reset-password ada --password-stdin < password.txt\n' +
    'With SQLite, stop the server first.',
  options: {
    ...CONFIG_OPTIONS,
    'remove-second-factor': { about: 'Also turns off two-factor authentication, if the phone or passkey was lost' },
    'password-stdin': { about: 'Reads the new password from the first line of standard input' },
  },
  async run(call) {
    const { names, options, terminal } = call
    const given = options['password-stdin'] ? await firstLineOfInput() : undefined
    await withAccounts(call, async (commands, deps) => {
      const { username, password, isActive } = await commands.resetPassword(deps, names[0] ?? '', {
        newPassword: given,
        removeSecondFactor: options['remove-second-factor'] === true,
      })
      terminal.print(
        given === undefined ? `New password of ${username}: ${password}` : `The password of ${username} was changed.`,
      )
      if (!isActive)
        terminal.warn(`${username} is deactivated and cannot sign in until an administrator activates the account.`)
    })
    return EXIT.done
  },
}

export const userCreate: Command = {
  words: ['users', 'create'],
  takes: { shown: 'NAME EMAIL', min: 2, max: 2 },
  summary: 'Creates a user',
  more: 'A password is generated and printed once, unless you pass one with --password-stdin. With SQLite, stop the server first.',
  options: {
    ...CONFIG_OPTIONS,
    role: { value: 'ROLE', about: `One of ${ROLES.join(', ')}; reader unless given` },
    'password-stdin': { about: 'Reads the password from the first line of standard input' },
  },
  async run(call) {
    const { names, options, terminal } = call
    const [username = '', email = ''] = names
    const named = typeof options.role === 'string' ? options.role : 'reader'
    const role = ROLES.find(each => each === named)
    if (!role) {
      const meant = nearest(named, ROLES)
      throw new UsageError(`There is no role "${named}".${meant ? ` Did you mean ${meant}?` : ''}`)
    }
    const given = options['password-stdin'] ? await firstLineOfInput() : undefined
    await withAccounts(call, async (commands, deps) => {
      const made = await commands.createAccount(deps, { username, email, role, password: given })
      terminal.print(
        given === undefined
          ? `Created ${made.username} (${role}). Password: ${made.password}`
          : `Created ${made.username} (${role}).`,
      )
    })
    return EXIT.done
  },
}

export const userList: Command = {
  words: ['users', 'list'],
  summary: 'Lists all users',
  more: 'With SQLite, stop the server first.',
  options: { ...CONFIG_OPTIONS, json: { short: 'j', about: 'Prints them as JSON' } },
  async run(call) {
    const { options, terminal } = call
    await withAccounts(call, async (commands, { reader }) => {
      const users = await commands.listUsers(reader)
      if (options.json) terminal.print(JSON.stringify(users, null, 2))
      else
        for (const { username, email, role, isActive } of users) {
          terminal.print([username, email, role, ...(isActive ? [] : ['deactivated'])].join('\t'))
        }
    })
    return EXIT.done
  },
}

export const userDisable = activation(
  'disable',
  false,
  'Deactivates a user and signs them out everywhere; nothing is deleted',
)
export const userEnable = activation('enable', true, 'Reactivates a user')

function activation(word: string, isActive: boolean, summary: string): Command {
  return {
    words: ['users', word],
    takes: { shown: 'NAME', min: 1, max: 1 },
    summary,
    more: 'NAME is the user name or e-mail address. With SQLite, stop the server first.',
    options: CONFIG_OPTIONS,
    async run(call) {
      await withAccounts(call, async (commands, deps) => {
        const username = await commands.setActive(deps, call.names[0] ?? '', isActive)
        call.terminal.print(`${username} is ${isActive ? 'active' : 'deactivated'}.`)
      })
      return EXIT.done
    },
  }
}

type Commands = typeof import('../features/people/users')['accountCommands']
type Deps = Parameters<Commands['setActive']>[0]

/** Opens the database of an existing server. */
async function withAccounts(
  { config, terminal }: CommandCall,
  work: (commands: Commands, deps: Deps) => Promise<void>,
): Promise<void> {
  const { databaseUrl, dataDir } = config().config
  const [{ connect, hasDatabase, migrate }, { accountCommands }, { systemClock }] = await Promise.all([
    import('../db'),
    import('../features/people/users'),
    import('../kernel/clock'),
  ])
  // A mistyped folder must not become a new, empty installation.
  if (databaseUrl === null && !hasDatabase(dataDir)) {
    throw new CommandFailure(
      `There is no Octavo database in ${dataDir}. Set the data folder of your server with --data-dir or OCTAVO_DATA_DIR.`,
    )
  }
  prepareDataFolder(dataDir)
  const connection = await connect({ databaseUrl, dataDir })
  for (const notice of connection.notices) terminal.warn(notice)
  try {
    await migrate(connection)
    const { reader, write, wakes } = connection
    await work(accountCommands, { reader, write, now: systemClock })
    wakes.wake('accounts')
  } finally {
    await connection.close()
  }
}

async function firstLineOfInput(): Promise<string> {
  const input = await Bun.stdin.text()
  const [line = ''] = input.split(/\r?\n/, 1)
  if (line === '' || line.length > LONGEST_INPUT) {
    throw new CommandFailure('Standard input is empty. Pipe in a password, or omit --password-stdin to generate one.')
  }
  return line
}
