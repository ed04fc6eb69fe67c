import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '@octavo/server/src/db/migrations'
import { ROOT } from '../../kit/paths'

/** A copy of this checkout as a simulated later release: with an additional migration, and a new type of task. */
export interface NextBuild {
  /** For `root` of SpawnOptions. */
  readonly root: string
  readonly step: string
}

/** The type of task that only the later release knows. */
export const NEXT_TASK = 'next_release_work'

/** Tables that every request or task uses. */
const WIDENED = [
  'users',
  'libraries',
  'series',
  'books',
  'book_metadata',
  'read_progress',
  'tasks',
  'settings',
  'scans',
]

/**
 * `adds`: its step adds a column to many tables, a table and an index, and says that this checkout's release can go on.
 * `takes away`: its step renames a column that this checkout's release reads.
 */
export function makeNextBuild(root: string, how: 'adds' | 'takes away'): NextBuild {
  mkdirSync(root)
  for (const part of ['server', 'package.json']) {
    cpSync(join(ROOT, part), join(root, part), { recursive: true, filter: path => !path.endsWith('node_modules') })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  change(join(root, 'package.json'), /"version": "([^"]+)"/, '"version": "$1-next"')
  const migrations = join(root, 'server/src/db/migrations')
  const step = how === 'adds' ? '9001-next-release' : '9002-release-after-that'
  const newest = MIGRATIONS.at(-1)?.name ?? ''
  const statements =
    how === 'adds'
      ? [
          ...WIDENED.map(table => `alter table ${table} add column next_note text`),
          'create table next_things (pk bigint primary key, note text)',
          'create index next_books on books (next_note) where next_note is not null',
        ]
      : ['alter table read_progress rename column current_page to next_current_page']
  writeFileSync(
    join(migrations, 'next.ts'),
    `import { sql } from 'kysely'
import type { Migration } from './migration'
export const next: Migration = {
  name: '${step}',
  compatibleFrom: ${how === 'adds' ? `'${newest}'` : 'null'},
  up: async db => {
    for (const statement of ${JSON.stringify(statements)}) await sql.raw(statement).execute(db)
  },
}
`,
  )
  change(join(migrations, 'index.ts'), /^/, "import { next } from './next'\n")
  change(join(migrations, 'index.ts'), /(MIGRATIONS[^=]*= \[[^\]]*?),?\s*\]/, '$1, next]')
  const work = `    ['${NEXT_TASK}']: { run: async () => ({ done: true }) },\n`
  const handlers = /( *\.\.\.refreshHandlers\()/
  const sources = [...new Bun.Glob('server/src/**/*.ts').scanSync({ cwd: root, absolute: true })]
  const place = sources.find(file => handlers.test(readFileSync(file, 'utf8')))
  change(place ?? join(root, 'server/src/app.ts'), handlers, `${work}$1`)
  return { root, step }
}

function change(file: string, from: RegExp, to: string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} has no ${from}`)
  writeFileSync(file, after)
}
