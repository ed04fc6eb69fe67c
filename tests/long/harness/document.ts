import type { DatabaseKind, Result, Row } from './row'

const BEGIN = '<!-- figures: written by npm run test:long -->'
const END = '<!-- end of figures -->'
const HEAD = [
  '| row | what is done to it | required | figure | n | database | passed | date | commit |',
  '|---|---|---|---|---|---|---|---|---|',
]

/**
 * The document with a line for each row and database: new figures where there are results, otherwise the former ones. A
 * row without figures is marked as not run.
 */
export function withFigures(document: string, rows: readonly Row[], results: readonly Result[]): string {
  const from = document.indexOf(BEGIN)
  const to = document.indexOf(END)
  if (from === -1 || to < from) throw new Error(`The document has no place for figures between ${BEGIN} and ${END}`)
  const before = new Map(
    document
      .slice(from, to)
      .split('\n')
      .map(line => [keyOfLine(line), line]),
  )
  const lines = rows.flatMap(row =>
    row.databases.map(db => {
      const result = results.findLast(each => each.id === row.id && each.db === db)
      return result ? line(row, db, cellsOf(result)) : (before.get(`${row.id} ${db}`) ?? line(row, db, NOT_RUN))
    }),
  )
  return `${document.slice(0, from)}${[BEGIN, ...HEAD, ...lines].join('\n')}\n${document.slice(to)}`
}

interface Cells {
  readonly figure: string
  readonly n: string
  readonly passed: string
  readonly date: string
  readonly commit: string
}

const NOT_RUN: Cells = { figure: 'not run yet', n: '0', passed: 'no', date: '', commit: '' }

function cellsOf({ figure, n, pass, date, commit }: Result): Cells {
  return { figure, n: String(n), passed: pass ? 'yes' : '**no**', date, commit }
}

function line({ id, does, required }: Row, db: DatabaseKind, { figure, n, passed, date, commit }: Cells): string {
  const cells = [id, does, required, figure, n, db, passed, date, commit]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/** A line is known by its row and its database, the first and the fourth from the end. */
function keyOfLine(text: string): string {
  const cells = text.split(/(?<!\\)\|/).map(cell => cell.trim())
  return `${cells[1]} ${cells[6]}`
}
