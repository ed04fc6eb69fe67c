import { tm } from '../../../features/marks'
import type { KeyLine } from '../../chrome/key-help'
import { tr } from '../../messages'

/** The keys of a PDF as text, for the help; use-pdf-actions.ts implements them. */
export function pdfKeys(): KeyLine[] {
  return [
    { keys: ['←', '→'], does: tr('keys.turn') },
    { keys: [tr('key.space'), tr('key.pageDown')], does: tr('keys.forward') },
    { keys: [`⇧ ${tr('key.space')}`, tr('key.pageUp')], does: tr('keys.backward') },
    { keys: [tr('key.home'), tr('key.end')], does: tr('keys.ends') },
    { keys: [tr('key.backspace')], does: tr('keys.return') },
    { keys: ['G'], does: tr('keys.goTo') },
    { keys: ['T'], does: tr('contents') },
    { keys: ['B'], does: tm('marks.bookmark') },
    { keys: ['/'], does: tr('search') },
    { keys: ['H'], does: tr('keys.select') },
    { keys: ['⇧ ←', '⇧ →', '⇧ ↑', '⇧ ↓'], does: tr('keys.extend') },
    { keys: ['F6', 'Enter'], does: tr('keys.selected') },
    { keys: ['D'], does: tr('keys.double') },
    { keys: ['N'], does: tr('night') },
    { keys: ['+', '−', '0'], does: tr('keys.zoom') },
    { keys: ['⇧ ←', '⇧ →'], does: tr('keys.pan') },
    { keys: ['O'], does: tr('keys.settings') },
    { keys: ['F'], does: tr('keys.fullscreen') },
    { keys: ['Enter'], does: tr('keys.bars') },
    { keys: ['Esc'], does: tr('keys.close') },
  ]
}
