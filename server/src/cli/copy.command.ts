import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Command, CommandFailure, EXIT, type Terminal, UsageError } from './command'
import { abortWhenAsked } from './stop'

const DATABASE = 'octavo.db'
const DRAFT = 'copy.part'

type Place = { readonly kind: 'sqlite'; readonly folder: string } | { readonly kind: 'postgres'; readonly url: string }

export const copyCommand: Command = {
  words: ['copy'],
  takes: { shown: 'FROM TO', min: 2, max: 2 },
  summary: 'Copies all data between SQLite and PostgreSQL',
  more:
    'FROM and TO are data folders, or addresses such as postgres://user:password@host/name. Stop all servers first. TO must be\n' +
    'empty. Every table is read back and compared. If the copy is interrupted, run the same command again: it continues.\n' +
    'Covers that people added stay in the data folder: if the new server has another one, copy covers/ too.',
  options: {},
  async run({ names, terminal }) {
    const [from, to] = names.map(name => placeOf(name, terminal))
    if (!from || !to) throw new UsageError('octavo copy needs FROM TO.')
    await requireDatabase(from)
    const began = performance.now()
    const rows =
      to.kind === 'sqlite'
        ? await copyToFolder(from, to.folder, terminal)
        : await copyToPostgres(from, to.url, terminal)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    terminal.print(`Copied ${rows} rows in ${seconds} s. Both databases have the same rows in every table.`)
    return EXIT.done
  },
}

function placeOf(name: string, { cwd }: Terminal): Place {
  if (/^postgres(ql)?:\/\//.test(name)) return { kind: 'postgres', url: name }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(name))
    throw new UsageError(`Not a data folder or postgres:// address: "${name}".`)
  const path = resolve(cwd, name)
  return { kind: 'sqlite', folder: basename(path) === DATABASE ? dirname(path) : path }
}

/** A mistyped source must leave nothing behind at the target. */
async function requireDatabase(from: Place): Promise<void> {
  const { hasDatabase } = await import('../db')
  if (from.kind === 'sqlite' && !hasDatabase(from.folder)) {
    throw new CommandFailure(`There is no Octavo database in ${from.folder}.`)
  }
}

/** The file appears in its folder only when it is complete. */
async function copyToFolder(from: Place, folder: string, terminal: Terminal): Promise<number> {
  if (existsSync(join(folder, DATABASE)))
    throw new CommandFailure(`${folder} already has a database. Nothing was changed.`)
  const { secretIn, writeFlushed } = await import('../features/operations/backups')
  const requireSame = (secret: string | null) => {
    const there = secretIn(folder)
    if (secret === null || there === null || there === secret) return
    throw new CommandFailure(
      `${folder} has the secrets.json of another server. Move it away first. Nothing was changed.`,
    )
  }
  if (from.kind === 'sqlite') requireSame(secretIn(from.folder))
  const draft = join(folder, DRAFT)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  const [{ connect, migrateUnfinished }, { sqliteTarget, storedSecret }] = await Promise.all([
    import('../db'),
    import('../db/transfer'),
  ])
  const connection = await connect({ databaseUrl: null, dataDir: draft })
  await migrateUnfinished(connection).finally(() => connection.close())
  const rows = await copyInto(from, terminal, async () => sqliteTarget(join(draft, DATABASE)))
  const secret = from.kind === 'postgres' ? storedSecret(join(draft, DATABASE)) : secretIn(from.folder)
  requireSame(secret)
  if (secret !== null) {
    await writeFlushed(join(folder, 'secrets.json'), `${JSON.stringify({ jwtSecret: secret })}\n`)
  }
  await rename(join(draft, DATABASE), join(folder, DATABASE))
  await rm(draft, { recursive: true })
  return rows
}

async function copyToPostgres(from: Place, url: string, terminal: Terminal): Promise<number> {
  const [{ connect, migrateUnfinished }, { postgresRows }] = await Promise.all([
    import('../db'),
    import('../db/transfer'),
  ])
  const connection = await connect({ databaseUrl: url, dataDir: terminal.cwd })
  await migrateUnfinished(connection)
  try {
    if (from.kind === 'sqlite') {
      const { loadSecrets } = await import('../features/people/auth')
      const rows = await copyInto(from, terminal, async () => (await postgresRows()).postgresTarget(url))
      await loadSecrets({ connection, dataDir: from.folder, jwtSecret: null })
      return rows
    }
    return await copyInto(from, terminal, async () => (await postgresRows()).postgresTarget(url))
  } finally {
    await connection.close()
  }
}

async function copyInto(
  from: Place,
  terminal: Terminal,
  openTarget: () => Promise<import('../db/transfer').RowTarget>,
): Promise<number> {
  const [{ connect }, { copyTables, postgresRows, sqliteSource }] = await Promise.all([
    import('../db'),
    import('../db/transfer'),
  ])
  // Locks the folder, so that no server writes to it during the copy.
  const lock = from.kind === 'sqlite' ? await connect({ databaseUrl: null, dataDir: from.folder }) : null
  const source =
    from.kind === 'sqlite'
      ? sqliteSource(join(from.folder, DATABASE))
      : await (await postgresRows()).postgresSource(from.url)
  const target = await openTarget()
  try {
    const name = from.kind === 'sqlite' ? from.folder : withoutPassword(from.url)
    const copied = await copyTables(source, target, {
      name,
      signal: abortWhenAsked(terminal.environment),
      done: ({ table, rows, isOld }) => terminal.warn(`${table}: ${rows}${isOld ? ' (already copied)' : ''}`),
    })
    return copied.reduce((total, { rows }) => total + rows, 0)
  } finally {
    await source.close()
    await target.close()
    await lock?.close()
  }
}

function withoutPassword(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
