import type { ExportFieldDto } from '../../api/types'
import { fieldLabel } from '../../messages/field-label'
import { tx } from './messages'

/** The label of a field: its own in exports, else that of the list field of this name or meaning, else the server's. */
export function exportFieldLabel({ key, field, label }: Pick<ExportFieldDto, 'key' | 'field' | 'label'>): string {
  const own = `export.field.${key}`
  const said = tx(own as 'export.field.progress')
  if (said !== own) return said
  const names = [key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()), field]
  for (const name of names) {
    if (!name) continue
    const known = fieldLabel(name)
    if (known !== name) return known
  }
  return label
}
