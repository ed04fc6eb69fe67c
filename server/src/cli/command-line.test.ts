import { afterAll, describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../../package.json'
import { commandsIn } from '../../../tests/kit/commands'
import { FIXTURES } from '../../../tests/kit/paths'
import { connect } from '../db'

const root = mkdtempSync(join(tmpdir(), 'octavo-cli-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const expected = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8'))

/** Runs the real program in `root`. */
const octavo = commandsIn(root)

test('--version and --help answer on the standard output', async () => {
  expect(await octavo(['--version'])).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  const help = await octavo(['--help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  for (const word of [
    'serve [FOLDER…]',
    'worker',
    'migrate',
    'config check',
    'config init',
    'openapi',
    'scan PATH',
    'backup [FOLDER]',
    'restore BACKUP',
    'copy FROM TO',
    'doctor',
    'users create NAME EMAIL',
    'users list',
    'users disable NAME',
    'users reset-password NAME',
  ]) {
    expect(help.out).toContain(word)
  }
  const serve = await octavo(['serve', '--help'])
  expect(serve.code).toBe(0)
  for (const option of ['--config FILE', '--port PORT', '--host ADDRESS', '--data-dir FOLDER'])
    expect(serve.out).toContain(option)
})

test.each([
  [
    ['config', '--help'],
    ['config check', 'config init', 'octavo config check --help'],
  ],
  [
    ['config', 'help'],
    ['config check', 'config init'],
  ],
  [['users', '-h'], ['users reset-password NAME']],
  [['help', 'users'], ['users reset-password NAME']],
  [['help', 'config', 'check'], ['Usage: octavo config check']],
  [['help', 'serve'], ['--host ADDRESS']],
])('%p shows its help', async (args, expected) => {
  const { code, out, err } = await octavo(args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const words of expected) expect(out).toContain(words)
})

describe('a wrong command line ends with 2 and a usage hint', () => {
  test.each([
    [['srve'], 'There is no command "srve". Did you mean octavo serve?'],
    [['config'], 'octavo config needs one of: check, init.'],
    [['config', 'chek'], 'octavo config needs one of: check, init. Did you mean octavo config check?'],
    [['confg', '--help'], 'There is no command "confg". Did you mean octavo config?'],
    [['config', 'chek', '--help'], 'octavo config needs one of: check, init. Did you mean octavo config check?'],
    [
      ['users', 'reset-pasword', 'ada'],
      'octavo users needs one of: create, list, disable, enable, reset-password. Did you mean octavo users reset-password?',
    ],
    [['help', 'migrat'], 'There is no command "migrat". Did you mean octavo migrate?'],
    [['--port', '9000', 'serve'], 'The command comes first, then its options: octavo COMMAND --port'],
    [['serve', '--prot', '3'], 'Unknown option --prot. Did you mean --port?'],
    [['serve', '--port'], '--port needs a value: --port PORT'],
    [['serve', '--port', 'x'], '--port is "x", but must be a whole number from 0 to 65535'],
    [['migrate', 'now'], 'Unexpected argument for octavo migrate: it takes none.'],
    [['users', 'reset-password'], 'octavo users reset-password needs NAME.'],
    [['config', 'init', '--force=yes'], '--force takes no value.'],
    [['serve', '/no/such/folder'], 'The folder /no/such/folder does not exist.'],
    [['serve', import.meta.path], `${import.meta.path} is a file. Use the folder that contains it.`],
  ])('%p', async (args, expected) => {
    const { code, out, err } = await octavo(args)
    expect(err).toContain(`octavo: ${expected}`)
    expect(err).not.toContain('    at ')
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(existsSync(join(root, '.local'))).toBe(false)
  })
})

test.each([
  [['serve', '--prot', '3'], 'octavo serve --help'],
  [['users', 'create', 'ada'], 'octavo users create --help'],
  [['users', 'crate'], 'octavo users --help'],
  [['srve'], 'octavo --help'],
])('%p names the help that lists what is possible', async (args, expected) => {
  expect((await octavo(args)).err).toContain(`Type \`${expected}\` for `)
})

test.each([
  [['--database-url=postgres://me:hunter2@db/books', 'serve']],
  [['--password=hunter2', 'users', 'list']],
  [['-phunter2', 'serve']],
  [['postgres://me:hunter2@db/books']],
  [['migrate', 'postgres://me:hunter2@db/books']],
  [['migrate', '--database-url', 'postgres://me:hunter2@db/books']],
  [['migrate', '--database-url=postgres://me:hunter2@db/books']],
  [['config', 'init', '--force', 'hunter2']],
  [['users', 'reset-password', 'ada', '--password-stdin', 'hunter2']],
  [['copy', 'mysql://me:hunter2@db/books', 'data']],
  [['copy', 'postgres://me:hunter2@db/books', 'data', 'more']],
  [['serve', 'postgres://me:hunter2@db/books']],
  [['serve', '--port', 'postgres://me:hunter2@db/books']],
])('what is said about the wrong command line %p repeats no password', async args => {
  const { code, out, err } = await octavo(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toStartWith('octavo: ')
  expect(err).not.toContain('hunter2')
})

describe('config', () => {
  test('init writes a file that check accepts, once', async () => {
    const dataDir = join(root, 'new', 'data')
    const first = await octavo(['config', 'init', '--data-dir', dataDir])
    const file = join(dataDir, 'octavo.yaml')
    expect(first).toEqual({ code: 0, out: `Wrote ${file}\n`, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = await octavo(['config', 'init', '--data-dir', dataDir])
    expect(again).toMatchObject({ code: 1, err: `octavo: ${file} already exists. Use --force to replace it.\n` })
    expect((await octavo(['config', 'init', '--data-dir', dataDir, '--force'])).code).toBe(0)
    const check = await octavo(['config', 'check'], { env: { OCTAVO_DATA_DIR: dataDir } })
    expect(check).toMatchObject({ code: 0, err: '' })
    expect(check.out).toContain(`Configuration file: ${file}`)
    expect(check.out).toContain('port = 8080\n')
    expect(check.out).toContain('scheduler.timezone = UTC\n')
    expect(check.out).toContain('storage.url = the data folder\n')
  })

  test('check names every mistake, shows no secret, and fails', async () => {
    const file = join(root, 'bad.yaml')
    writeFileSync(file, 'prot: 80\nauth.jwt_secret: short\n')
    const { code, out, err } = await octavo(['config', 'check', '-c', file], { env: { OCTAVO_LOG_LEVEL: 'loud' } })
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err.trim().split('\n')).toEqual([
      `octavo: ${file}, line 1: "prot" is no setting. Did you mean "port"?`,
      expect.stringContaining(`${file}, line 2: auth.jwt_secret has a value that cannot be used`),
      expect.stringContaining('OCTAVO_LOG_LEVEL is "loud", but must be one of'),
    ])
    expect(err).not.toContain('short')
  })

  test('check prints a secret as set, and warns of unknown variables', async () => {
    const env = { OCTAVO_DATABASE_URL: 'postgres://me:hunter2@db/books', OCTAVO_PROT: '80' }
    const plain = await octavo(['config', 'check'], { env })
    expect(plain.code).toBe(0)
    expect(plain.out).toContain('database.url = set, not shown  (environment)')
    expect(plain.out + plain.err).not.toContain('hunter2')
    expect(plain.err).toBe('Warning: OCTAVO_PROT is not a setting, so it does nothing. Did you mean OCTAVO_PORT?\n')
    expect((await octavo(['config', 'check', '--strict'], { env })).code).toBe(1)
  })
})

test('openapi writes the same document to the terminal and to a file', async () => {
  const { code, out, err } = await octavo(['openapi'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const document = JSON.parse(out)
  expect(document.openapi).toBe('3.1.0')
  expect(out).toBe(`${JSON.stringify(document, null, 2)}\n`)
  expect((await octavo(['openapi', '--output', 'api.json'])).code).toBe(0)
  expect(readFileSync(join(root, 'api.json'), 'utf8')).toBe(out)
})

describe('the database', () => {
  test('is migrated once', async () => {
    const first = await octavo(['migrate', '--data-dir', 'migrated'])
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('Applied 0001-')
    expect(await octavo(['migrate', '--data-dir', 'migrated'])).toEqual({
      code: 0,
      out: 'Database is up to date.\n',
      err: '',
    })
    expect(statSync(join(root, 'migrated')).mode & 0o777).toBe(0o700)
  })

  test('that does not answer is named without its password', async () => {
    const port = await closedPort()
    const { code, err } = await octavo(['migrate'], {
      env: { OCTAVO_DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/x` },
    })
    expect(code).toBe(1)
    expect(err).toBe(
      'octavo: PostgreSQL does not answer at the address in OCTAVO_DATABASE_URL (ECONNREFUSED). Check the address and that it runs.\n',
    )
  })

  test('in a folder that is a file or cannot be created is refused', async () => {
    writeFileSync(join(root, 'a-file'), '')
    expect((await octavo(['migrate', '--data-dir', 'a-file'])).err).toContain('The data folder')
    expect((await octavo(['migrate', '--data-dir', 'a-file/below'])).err).toContain('a part of the path is a file')
    const { code, err } = await octavo(['migrate', '--data-dir', '/proc/octavo'])
    expect({ code, err }).toEqual({
      code: 1,
      err: 'octavo: The data folder /proc/octavo cannot be used: it cannot be created there. Choose another one with --data-dir or OCTAVO_DATA_DIR.\n',
    })
  })

  test('in use by another process is refused', async () => {
    const dataDir = join(root, 'held')
    mkdirSync(dataDir)
    const connection = await connect({ databaseUrl: null, dataDir })
    const { code, err } = await octavo(['migrate', '--data-dir', dataDir])
    await connection.close()
    expect(code).toBe(1)
    expect(err).toStartWith(`octavo: Another Octavo already uses the data folder ${dataDir}.`)
  })
})

test('a worker on SQLite is refused', async () => {
  const { code, err } = await octavo(['worker'])
  expect(code).toBe(1)
  expect(err).toStartWith('octavo: A worker needs PostgreSQL: set OCTAVO_DATABASE_URL.')
})

describe('scan', () => {
  const comic = 'cbz/Captain Science #001-cix.cbz'

  test('describes a book file', async () => {
    const { code, out, err } = await octavo(['scan', join(FIXTURES, comic)])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { pages, width, height, size, comicinfo } = expected[comic]
    const { Title, Series, Writer, Penciller, Publisher } = comicinfo.fields
    expect(out.split('\n').map(line => line.trim().replace(/ {2,}/, ': '))).toEqual(
      expect.arrayContaining([
        'Format: cbz',
        `Bytes: ${size}`,
        `Pages: ${pages}, the first ${width} × ${height} pixels`,
        `Title: ${Title}`,
        `Series: ${Series}`,
        `Authors: ${Writer}, ${Penciller}`,
        `Publisher: ${Publisher}`,
      ]),
    )
  })

  test('prints all details as JSON', async () => {
    const { code, out } = await octavo(['scan', join(FIXTURES, comic), '--json'])
    expect(code).toBe(0)
    const { kind, facts } = JSON.parse(out)
    expect(kind).toBe('file')
    expect(facts.pages.map((page: { name: string }) => page.name)).toEqual(expected[comic].page_names)
  })

  test('names what is wrong with a file', async () => {
    expect((await octavo(['scan', join(FIXTURES, 'hostile/encrypted-user.pdf')])).out).toContain('The PDF is encrypted')
    expect((await octavo(['scan', import.meta.path])).out).toContain('not a book Octavo can read')
  })

  test('describes what a folder would become, and writes nothing', async () => {
    const folder = join(root, 'comics')
    const nasty = 'Red \u001b[31m 2'
    for (const name of ['Blue 1.cbz', 'Blue 2.cbz', `${nasty}.cbz`, 'notes.txt']) {
      const series = name.split(' ')[0] ?? ''
      mkdirSync(join(folder, series), { recursive: true })
      copyFileSync(join(FIXTURES, comic), join(folder, series, name))
    }
    const before = readdirSync(folder, { recursive: true })
    const { code, out } = await octavo(['scan', 'comics'], { env: { HOME: join(root, 'home') } })
    expect(code).toBe(0)
    // As the scan, it takes titles and numbers from the files.
    const { Title, Number: number } = expected[comic].comicinfo.fields
    expect(out).toStartWith(`${folder}\n  2 series, 3 books\n\n  Blue\n    ${number}  ${Title}  (Blue/Blue 1.cbz)\n`)
    expect(out).not.toContain('\u001b')
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
    expect(existsSync(join(root, 'home/.local'))).toBe(false)
  })

  test('of nothing is refused', async () => {
    const { code, err } = await octavo(['scan', '/no/such/book.cbz'])
    expect({ code, err }).toEqual({ code: 1, err: 'octavo: There is nothing at /no/such/book.cbz\n' })
  })
})

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 1
}
