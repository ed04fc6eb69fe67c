import { tm } from '../../features/marks'
import type { KeyLine } from '../chrome/key-help'
import { tr } from '../messages'

/** The keys of the comic reader, for the help; keys.rules.ts implements them. */
export function comicKeys(): KeyLine[] {
  return [
    { keys: ['←', '→'], does: tr('keys.turn') },
    { keys: [tr('key.space'), tr('key.pageDown')], does: tr('keys.forward') },
    { keys: [`⇧ ${tr('key.space')}`, tr('key.pageUp')], does: tr('keys.backward') },
    { keys: ['↑', '↓'], does: tr('keys.scroll') },
    { keys: [tr('key.home'), tr('key.end')], does: tr('keys.ends') },
    { keys: [tr('key.backspace')], does: tr('keys.return') },
    { keys: ['G'], does: tr('keys.goTo') },
    { keys: ['P'], does: tr('keys.pages') },
    { keys: ['B'], does: tm('marks.bookmark') },
    { keys: ['R'], does: tm('marks.region') },
    { keys: ['← ↑ ↓ →', '⇧ ← ↑ ↓ →'], does: tm('marks.regionKeys') },
    { keys: ['M'], does: tr('keys.mode') },
    { keys: ['D'], does: tr('keys.double') },
    { keys: ['V'], does: tr('panels') },
    { keys: ['A'], does: tr('autoScroll') },
    { keys: ['N'], does: tr('night') },
    { keys: ['S'], does: tr('keys.shift') },
    { keys: ['W'], does: tr('keys.fit') },
    { keys: ['+', '−', '0'], does: tr('keys.zoom') },
    { keys: ['⇧ ←', '⇧ →'], does: tr('keys.pan') },
    { keys: ['F'], does: tr('keys.fullscreen') },
    { keys: ['O'], does: tr('keys.settings') },
    { keys: ['Enter'], does: tr('keys.bars') },
    { keys: ['Esc'], does: tr('keys.close') },
  ]
}

/** The name of a chosen key, as in the list above. */
export function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ' ': tr('key.space'),
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    PageDown: tr('key.pageDown'),
    PageUp: tr('key.pageUp'),
    Home: tr('key.home'),
    End: tr('key.end'),
    Backspace: tr('key.backspace'),
  }
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}
