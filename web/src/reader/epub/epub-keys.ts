import { tm } from '../../features/marks'
import type { KeyLine } from '../chrome/key-help'
import { tr } from '../messages'

/** The keys of the ebook reader, for the help; keys.rules.ts implements them. */
export function epubKeys(isFixed: boolean): KeyLine[] {
  return [
    { keys: ['←', '→'], does: tr('keys.turn') },
    { keys: [tr('key.space'), tr('key.pageDown')], does: tr('keys.forward') },
    { keys: [`⇧ ${tr('key.space')}`, tr('key.pageUp')], does: tr('keys.backward') },
    { keys: ['[', ']'], does: tr('keys.chapters') },
    { keys: [tr('key.home'), tr('key.end')], does: tr('keys.bookEnds') },
    { keys: [tr('key.backspace')], does: tr('keys.return') },
    { keys: ['T'], does: tr('contents') },
    { keys: ['B'], does: tm('marks.bookmark') },
    { keys: ['R'], does: tr('aloud') },
    { keys: ['/'], does: tr('search') },
    { keys: ['I'], does: tr('keys.picture') },
    ...(isFixed
      ? []
      : [
          { keys: ['H'], does: tr('keys.select') },
          { keys: ['⇧ ←', '⇧ →', '⇧ ↑', '⇧ ↓'], does: tr('keys.extend') },
          { keys: ['F6', 'Enter'], does: tr('keys.selected') },
        ]),
    ...(isFixed
      ? [
          { keys: ['P'], does: tr('keys.pages') },
          { keys: ['G'], does: tr('keys.goTo') },
          { keys: ['D'], does: tr('keys.double') },
          { keys: ['W'], does: tr('keys.fit') },
          { keys: ['+', '−', '0'], does: tr('keys.zoom') },
          { keys: ['⇧ ←', '⇧ →'], does: tr('keys.pan') },
        ]
      : [{ keys: ['+', '−'], does: tr('keys.fontSize') }]),
    { keys: ['O'], does: tr('keys.settings') },
    { keys: ['F'], does: tr('keys.fullscreen') },
    { keys: ['Enter'], does: tr('keys.bars') },
    { keys: ['Esc'], does: tr('keys.close') },
  ]
}
