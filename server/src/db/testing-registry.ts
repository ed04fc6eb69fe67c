import type { Gone, PassByRule, Reference, TableEntry } from './schema/table'
import type { ForeignKey, TableFacts } from './testing-schema'

const IDENTITIES: ReadonlySet<string> = new Set(['books', 'series', 'users'])

/** The expected registry entry of a reference, as source text. */
const EXAMPLE: Readonly<Record<string, string>> = {
  books: "{ to: 'books', found: 'pass', merged: 'pass', gone: 'drop' }",
  series: "{ to: 'series', found: 'pass', merged: 'pass', moved: 'keep', gone: 'drop' }",
  users: 'OF_USER',
}

const ON_DELETE: Readonly<Record<Gone, string>> = { drop: 'cascade', keep: 'set null' }

type EntryOf = (table: string) => TableEntry | undefined

/** Differences between a database and the registry of tables: one sentence each, with the fix. */
export function disagreements(schema: readonly TableFacts[], entryOf: EntryOf): string[] {
  return schema.flatMap(table => {
    const entry = entryOf(table.name)
    if (!entry) return [missingEntry(table)]
    const references = Object.entries(entry.references ?? {})
    return [
      ...table.foreignKeys.flatMap(key => foreignKeyProblems(table, key, entry)),
      ...table.foreignKeys.flatMap(key => stalenessProblems(table, key, entry, entryOf)),
      ...references.flatMap(([column, reference]) => referenceProblems(table, column, reference)),
      ...audienceProblems(table, entry),
    ]
  })
}

function missingEntry({ name, foreignKeys }: TableFacts): string {
  const references = foreignKeys
    .filter(({ target }) => IDENTITIES.has(target))
    .map(({ column, target }) => `${column}: ${EXAMPLE[target]}`)
  const lineage = references.length === 0 ? '' : `, references: { ${references.join(', ')} }`
  return (
    `The table ${name} is not in the registry. Write into a file of server/src/db/schema: ` +
    `${name}: { owner: 'features/…', makesStale: 'catalogue', seenWith: 'nobody'${lineage} }`
  )
}

function foreignKeyProblems(
  { name }: TableFacts,
  { column, target, onDelete }: ForeignKey,
  entry: TableEntry,
): string[] {
  if (!IDENTITIES.has(target)) return []
  const reference = entry.references?.[column]
  if (reference?.to !== target) {
    return [
      `${name}.${column} refers to ${target}, and the registry does not say what becomes of its rows. ` +
        `Write into references of ${name}: ${column}: ${EXAMPLE[target]}`,
    ]
  }
  if (ON_DELETE[reference.gone] === onDelete) return []
  return [
    `${name}.${column} is declared gone: '${reference.gone}', which is on delete ${ON_DELETE[reference.gone]}, ` +
      `but the database has on delete ${onDelete}. Change the one or the other`,
  ]
}

/** The database itself deletes rows by cascade: no statement shows it. */
function stalenessProblems(
  { name }: TableFacts,
  { target, onDelete }: ForeignKey,
  entry: TableEntry,
  entryOf: EntryOf,
) {
  const rank = { nothing: 0, progress: 1, catalogue: 2 }
  const parent = entryOf(target)
  if (onDelete === 'no action' || !parent || rank[parent.makesStale] >= rank[entry.makesStale]) return []
  return [
    `A deleted row of ${target} changes ${name}, which makes ${entry.makesStale} stale. ` +
      `Write makesStale: '${entry.makesStale}' into the entry of ${target}, or less into that of ${name}`,
  ]
}

function referenceProblems(table: TableFacts, column: string, reference: Reference): string[] {
  const { name, columns, unique } = table
  const isColumn = (other: string) => columns.some(each => each.name === other)
  if (!isColumn(column)) return [`${name} has no column ${column}: take it out of its references`]
  if (reference.to === 'users') return []
  const fates = [reference.found, reference.merged]
  const rules = fates.filter((fate): fate is PassByRule => typeof fate === 'object')
  const follow = reference.to === 'series' && typeof reference.moved === 'object' ? [reference.moved.follow] : []
  const named = [...rules.flatMap(({ key, by }) => (by === undefined ? key : [...key, by])), ...follow]
  const problems = named
    .filter(other => !isColumn(other))
    .map(other => `${name} has no column ${other}, which ${column} names`)
  const limited = unique.find(parts => parts.includes(column))
  if (limited && fates.includes('pass')) {
    const key = limited.filter(part => part !== column).map(part => `'${part}'`)
    problems.push(
      `${name} allows one row for each ${limited.join(' and ')}: the heir may have one, too. ` +
        `Write { pass: 'heir', key: [${key.join(', ')}] } instead of 'pass' for ${column}`,
    )
  }
  if (rules.some(({ pass, by }) => pass === 'newest' && by === undefined)) {
    problems.push(`${name}.${column} passes on the newest row: write by which column, such as by: 'updated_at'`)
  }
  const cascades = table.foreignKeys.some(key => key.column === column && key.onDelete === 'cascade')
  if (cascades && fates.includes('keep')) {
    problems.push(
      `${name}.${column} keeps rows of what gives way, but they are deleted with it: write 'drop' or 'pass'`,
    )
  }
  return problems
}

function audienceProblems({ name, columns, foreignKeys }: TableFacts, { seenWith }: TableEntry): string[] {
  if (seenWith === 'nobody') return []
  const target = { book: 'books', series: 'series', library: 'libraries', user: 'users' }[seenWith]
  const leads = name === target || foreignKeys.some(key => key.target === target)
  const isNamed = columns.some(column => column.name === `${seenWith}_pk`)
  return leads || isNamed
    ? []
    : [`${name} is seen with a ${seenWith}, but no column of it leads to one: write seenWith: 'nobody'`]
}
