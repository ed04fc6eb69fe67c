import { HOME_ROWS, type HomeRowDto, PRESET_ROW } from '@octavo/contract/home'
import { AppError } from '../../../kernel/app-error'

/** Shown only to who asks for it: in a new library it would say the same as the series that were added. */
const QUIET: ReadonlySet<string> = new Set(['recently-updated-series'])

/** The rows of one who has chosen none. */
export const USUAL_ROWS: readonly HomeRowDto[] = HOME_ROWS.map(kind => ({ kind, shown: !QUIET.has(kind) }))

/** What somebody has chosen, and below it, not shown, the usual rows that are missing in it. */
export function withMissingRows(rows: readonly HomeRowDto[]): HomeRowDto[] {
  const missing = HOME_ROWS.filter(kind => !rows.some(row => row.kind === kind))
  return [...rows, ...missing.map(kind => ({ kind, shown: false }))]
}

/** @throws BadRequest when a row is there twice, or names no preset where it should */
export function checkRows(rows: readonly HomeRowDto[]): void {
  const seen = new Set<string>()
  rows.forEach((row, index) => {
    const place = `rows[${index}]`
    const isPreset = row.kind === PRESET_ROW
    if (isPreset !== Boolean(row.presetId)) {
      const problem = isPreset ? 'is missing' : 'is for rows of the kind preset only'
      throw new AppError('BadRequest', `${place}.presetId: ${problem}`, { path: `${place}.presetId` })
    }
    const name = `${row.kind} ${row.presetId?.toLowerCase() ?? ''}`
    if (seen.has(name)) throw new AppError('BadRequest', `${place}: is there twice`, { path: place })
    seen.add(name)
  })
}
