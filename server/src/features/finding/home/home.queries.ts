import { HOME_ROWS, type HomeRowDto, PRESET_ROW } from '@octavo/contract/home'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visiblePresets } from '../filter-presets'
import { USUAL_ROWS, withMissingRows } from './home.rules'

/** The rows of the viewer's home page, without those whose preset is hidden. */
export async function homeRows(reader: Reader, viewer: Viewer): Promise<HomeRowDto[]> {
  const chosen = await reader.query
    .selectFrom('home_rows')
    .select(['kind', 'preset_pk', 'shown'])
    .where('user_pk', '=', viewer.userPk)
    .orderBy('position')
    .execute()
  if (chosen.length === 0) return [...USUAL_ROWS]
  const needsPresets = chosen.some(row => row.preset_pk !== null)
  const presets = new Map(
    needsPresets ? (await visiblePresets(reader, viewer)).map(({ pk, id }) => [pk, id] as const) : [],
  )
  const rows = chosen.flatMap(({ kind, preset_pk: presetPk, shown }): HomeRowDto[] => {
    const presetId = presetPk === null ? undefined : presets.get(presetPk)
    if (presetId) return [{ kind: PRESET_ROW, presetId, shown }]
    const usual = HOME_ROWS.find(each => each === kind)
    return usual ? [{ kind: usual, shown }] : []
  })
  return withMissingRows(rows)
}
