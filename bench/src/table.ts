import { capacity, meetsTarget, type Result, shareOfFloor, type Target, timesPeer, type Unit } from './result'

const HEAD = [
  'work',
  'measured',
  'floor',
  'alone',
  'CPU each',
  'core gives',
  'of floor',
  'at 2,000',
  'peer',
  'to peer',
  'target',
  '',
]

/** The results as one table that is also Markdown. */
export function table(results: readonly Result[]): string {
  const rows = results.map(cells)
  // A column that nobody fills is left out: what growth is, only large libraries show.
  const used = HEAD.map((_, column) => column === 0 || rows.some(row => row[column] !== ''))
  const columns = (row: readonly string[]) => row.filter((_, column) => used[column])
  const all = [columns(HEAD), ...rows.map(columns)]
  const widths = (all[0] ?? []).map((_, column) => Math.max(3, ...all.map(row => Bun.stringWidth(row[column] ?? ''))))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => pad(cell, widths[at] ?? 0, at === 0)).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...body] = all
  return [line(head), rule, ...body.map(line)].join('\n')
}

/** Notes below the table, each under the name of its row. */
export function notes(results: readonly Result[]): string[] {
  return results.flatMap(({ row, note }) => (note ? [`${row}: ${note}`] : []))
}

function cells(result: Result): string[] {
  const { row, figure, unit, aloneMs, p95Ms, cpuMicros, floorCpuMicros, floor, growth, peer, target } = result
  const share = shareOfFloor(result)
  const times = timesPeer(result)
  const met = meetsTarget(result)
  return [
    row,
    amount(figure, unit),
    floor ? amount(floor.figure, unit) : '',
    aloneMs === undefined ? '' : `${milliseconds(aloneMs)}${target?.p95Ms && p95Ms ? ` (p95 ${number(p95Ms)})` : ''}`,
    cpuMicros === undefined ? '' : `${number(cpuMicros)} : ${number(floorCpuMicros ?? 0)} µs`,
    cpuMicros === undefined ? '' : amount(capacity(result), unit),
    share === undefined ? '' : unit === 'requests/s' ? `${number(share * 100)} %` : `${number(share)}x`,
    growth === undefined ? '' : `${number(growth)}x`,
    peer ? amount(peer.figure, unit) : '',
    times === null ? '' : `${number(times)}x`,
    target ? targetText(target, unit) : '',
    met === null ? '' : met ? 'ok' : 'short',
  ]
}

function targetText(target: Target, unit: Unit): string {
  const { timesPeer: peer, floorShare, timesFloor, growth, p95Ms, atMost, atLeast } = target
  return [
    peer === undefined ? '' : `${peer}x peer`,
    floorShare === undefined ? '' : `${Math.round(floorShare * 100)} % of floor`,
    timesFloor === undefined ? '' : `${timesFloor}x floor`,
    growth === undefined ? '' : `${growth}x at 2,000`,
    p95Ms === undefined ? '' : `p95 ${p95Ms} ms`,
    atMost === undefined ? '' : `<= ${amount(atMost, unit)}`,
    atLeast === undefined ? '' : `>= ${amount(atLeast, unit)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const SUFFIX: Readonly<Record<Unit, string>> = {
  'requests/s': '/s',
  s: ' s',
  'CPU-s': ' CPU-s',
  'files/s': ' files/s',
  'tasks/s': ' tasks/s',
  MB: ' MB',
}

function amount(value: number, unit: Unit): string {
  return `${number(value)}${SUFFIX[unit]}`
}

function milliseconds(value: number): string {
  return `${number(value)} ms`
}

/** Three significant digits: more would suggest a precision that a shared machine does not have. */
function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits })
}

function pad(text: string, width: number, left: boolean): string {
  const gap = ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
  return left ? text + gap : gap + text
}
