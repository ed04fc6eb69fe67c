import { HOME_ROWS, type HomeRowDto, PRESET_ROW } from '@octavo/contract/home'
import { refused } from '../../../kernel/app-error'

/** Off by default: in a new library it would repeat the added series. */
const QUIET: ReadonlySet<string> = new Set(['recently-updated-series'])

/** Default rows. */
export const USUAL_ROWS: readonly HomeRowDto[] = HOME_ROWS.map(kind => ({ kind, shown: !QUIET.has(kind) }))

/** The user's rows, followed by the missing default rows, hidden. */
export function withMissingRows(rows: readonly HomeRowDto[]): HomeRowDto[] {
  const missing = HOME_ROWS.filter(kind => !rows.some(row => row.kind === kind))
  return [...rows, ...missing.map(kind => ({ kind, shown: false }))]
}

/** @throws BadRequest if a row occurs twice, or a row of a preset names none */
export function checkRows(rows: readonly HomeRowDto[]): void {
  const seen = new Set<string>()
  rows.forEach((row, index) => {
    const place = `rows[${index}]`
    const isPreset = row.kind === PRESET_ROW
    if (isPreset !== Boolean(row.presetId)) {
      const problem = isPreset ? 'is missing' : 'is for rows of the kind preset only'
      throw refused('BadRequest', 'field_bad', `${place}.presetId: ${problem}`, `${place}.presetId`)
    }
    const name = `${row.kind} ${row.presetId?.toLowerCase() ?? ''}`
    if (seen.has(name)) throw refused('BadRequest', 'named_twice', `${place}: is listed twice`, place)
    seen.add(name)
  })
}
