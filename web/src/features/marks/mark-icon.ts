import { IconBookmark, IconHighlight, IconNote } from '@tabler/icons-react'
import type { MarkDto } from '../../api/types'

const ICONS = { bookmark: IconBookmark, highlight: IconHighlight, note: IconNote }

/** Its kind; a highlight with a note has the icon of a note, which the list of notes shows it among. */
export function markIcon({ kind, note }: MarkDto): typeof IconNote {
  return kind === 'highlight' && note ? IconNote : ICONS[kind]
}
