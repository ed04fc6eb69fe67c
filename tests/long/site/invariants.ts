import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Site } from './site'

/** Conditions after every fault, once the system is idle; a sentence for each violation. */
export async function brokenInvariants(site: Site): Promise<readonly string[]> {
  return [
    ...(site.kind === 'sqlite' ? await sqliteProblems(site) : await postgresTrouble(site)),
    ...(await sumsTrouble(site)),
    ...(await fileTrouble(site)),
    ...(await stuckTasks(site)),
  ]
}

/** Integrity and foreign keys, by SQLite's own checks. */
export async function sqliteProblems(site: Site): Promise<readonly string[]> {
  const found = await site.run<{ integrity_check: string }>('pragma integrity_check')
  const keys = await site.run<{ table: string }>('pragma foreign_key_check')
  return [
    ...found.filter(row => row.integrity_check !== 'ok').map(row => `integrity_check: ${row.integrity_check}`),
    ...keys.map(({ table }) => `foreign_key_check: a row of ${table} has no parent`),
  ]
}

/** Every index against its table by amcheck, every table against its storage; foreign keys by asking. */
async function postgresTrouble(site: Site): Promise<readonly string[]> {
  await site.run('create extension if not exists amcheck')
  const problem: string[] = []
  try {
    await site.run(
      `select bt_index_check(index => c.oid, heapallindexed => true) from pg_index i
       join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
       join pg_namespace n on n.oid = c.relnamespace where am.amname = 'btree' and n.nspname = 'public'`,
    )
  } catch (error) {
    problem.push(`amcheck: ${(error as Error).message}`)
  }
  const damaged = await site.run<{ relname: string; msg: string }>(
    `select c.relname, v.msg from pg_class c join pg_namespace n on n.oid = c.relnamespace,
     lateral verify_heapam(c.oid) v where c.relkind = 'r' and n.nspname = 'public'`,
  )
  problem.push(...damaged.map(({ relname, msg }) => `verify_heapam: ${relname}: ${msg}`))
  for (const { child, column_name, parent, key } of await foreignKeys(site)) {
    const [row] = await site.run<{ n: number | string }>(
      `select count(*) as n from ${child} c where c.${column_name} is not null
       and not exists (select 1 from ${parent} p where p.${key} = c.${column_name})`,
    )
    if (Number(row?.n) > 0) problem.push(`${row?.n} rows of ${child} have no parent in ${parent}`)
  }
  return problem
}

function foreignKeys(site: Site) {
  return site.run<{ child: string; column_name: string; parent: string; key: string }>(
    `select c.conrelid::regclass::text as child, a.attname as column_name, c.confrelid::regclass::text as parent,
     b.attname as key from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
     where c.contype = 'f' and array_length(c.conkey, 1) = 1`,
  )
}

/** Stored numbers, compared with what they count. */
async function sumsTrouble(site: Site): Promise<readonly string[]> {
  const wrong = await site.run<{ what: string; n: number }>(`
    select 'series.book_count' as what, count(*) as n from series where book_count <>
      (select count(*) from books where series_pk = series.pk and not deleted)
    union all select 'libraries.book_count', count(*) from libraries where book_count <>
      (select count(*) from books where library_pk = libraries.pk and not deleted)
    union all select 'series_progress', count(*) from series_progress where completed_count <>
      (select count(*) from read_progress r join books b on b.pk = r.book_pk
       where r.user_pk = series_progress.user_pk and r.series_pk = series_progress.series_pk and completed
       and not b.deleted)`)
  return wrong.filter(({ n }) => Number(n) > 0).map(({ what, n }) => `${what} is wrong in ${n} rows`)
}

/** Every book with a cover has its thumbnail, and nobody left half a file where files are read. */
async function fileTrouble(site: Site): Promise<readonly string[]> {
  const files = filesBelow(join(site.dataDir, 'thumbnails'))
  const names = new Set(files.map(file => basename(file)))
  const half = [...files, ...filesBelow(join(site.dataDir, 'cache', 'pages'))].filter(file =>
    /\.(part|tmp)$/.test(file),
  )
  return [
    ...half.map(file => `half a file was left: ${file}`),
    ...(await coverNames(site)).filter(name => !names.has(name)).map(name => `the thumbnail ${name} is not there`),
  ]
}

/** Thumbnails that no book or series names any more: shown to nobody, and taken away by the clean-up. */
export async function leftThumbnails(site: Site): Promise<readonly string[]> {
  const named = new Set(await coverNames(site))
  return filesBelow(join(site.dataDir, 'thumbnails'))
    .map(file => basename(file))
    .filter(name => !named.has(name))
}

async function coverNames(site: Site): Promise<readonly string[]> {
  const rows = await site.run<{ id: string; version: string }>(
    `select id, cover_version as version from books where cover_version is not null
      union all select id, cover_version from series where cover_version is not null`,
  )
  return rows.map(({ id, version }) => `${id}-${version}.jpg`)
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

async function stuckTasks(site: Site): Promise<readonly string[]> {
  const open = await openTasks(site)
  return open.map(({ task_type, status, attempt }) => `a task is stuck: ${task_type} ${status}, attempt ${attempt}`)
}

interface OpenTask {
  readonly task_type: string
  readonly status: string
  readonly attempt: number
  readonly last_error: string | null
}

/** Tasks that run, or wait and are due. */
export function openTasks(site: Site): Promise<OpenTask[]> {
  const now = site.kind === 'sqlite' ? "unixepoch('subsec') * 1000" : 'extract(epoch from clock_timestamp()) * 1000'
  return site.run(
    `select task_type, status, attempt, last_error from tasks
     where status = 'processing' or (status = 'pending' and scheduled_for <= ${now})`,
  )
}
