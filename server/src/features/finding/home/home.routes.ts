import { getHome, type HomeRowDto, resetHome, setHome } from '@octavo/contract/home'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { visiblePresets } from '../filter-presets'
import { homeRows } from './home.queries'
import { checkRows, withMissingRows } from './home.rules'
import { replaceHomeRows } from './home.store'

export interface HomeDeps {
  readonly reader: Reader
  readonly write: Write
}

/** The home page of each user: its rows and their order. */
export function homeRoutes(binder: Binder, { reader, write }: HomeDeps): void {
  binder.bind(getHome, async ({ viewer }) => ({ rows: await homeRows(reader, viewer) }))

  binder.bind(setHome, async ({ viewer, body }) => {
    checkRows(body.rows)
    const rows = await withKeys(viewer, withMissingRows(body.rows))
    await write(tx => replaceHomeRows(tx, viewer.userPk, rows))
    return { rows: await homeRows(reader, viewer) }
  })

  binder.bind(resetHome, async ({ viewer }) => {
    await write(tx => replaceHomeRows(tx, viewer.userPk, []))
    return null
  })

  async function withKeys(viewer: Viewer, rows: readonly HomeRowDto[]) {
    const { homeRows: max } = LIMITS.perPerson
    if (rows.length > max) throw refused('BadRequest', 'list_long', `rows: more than ${max}`, { path: 'rows', max })
    const presets = new Map((await visiblePresets(reader, viewer)).map(({ pk, id }) => [id, pk] as const))
    return rows.map(({ kind, presetId, shown }, index) => {
      const presetPk = presetId ? presets.get(presetId.toLowerCase()) : null
      if (presetPk === undefined) {
        const path = `rows[${index}].presetId`
        throw refused('BadRequest', 'changed_since', `${path}: there is no such saved filter`, path)
      }
      return { kind, presetPk, shown }
    })
  }
}
