import type { TranslationOf } from '../../../messages/catalogue'
import type { en } from './en'

/** Die Meldungen über das Löschen von Dateien und über Titel nach den Regeln. */
export const de: TranslationOf<typeof en> = {
  'files.alsoFolder': 'Auch den Ordner entfernen, wenn nichts darin übrig ist',
  'files.confirm': 'Zum Fortfahren {name} eingeben',
  'files.delete': 'Endgültig löschen',
  'files.done': { one: '{count} Datei wurde gelöscht', other: '{count} Dateien wurden gelöscht' },
  'files.kept': 'Was Leser davon behalten haben, bleibt bis zum endgültigen Löschen und kommt mit der Datei zurück.',
  'files.more': { one: 'und {count} weitere Datei', other: 'und {count} weitere Dateien' },
  'files.notAllowed':
    'Dieser Server löscht keine Dateien. Wer ihn betreibt, kann es mit OCTAVO_LIBRARIES_DELETE_FILES=true erlauben.',
  'files.nothing': 'Hier lässt sich nichts löschen',
  'files.readers': 'Begonnen oder gelesen von {names}.',
  'files.spared': 'Diese bleiben',
  'files.sum': {
    one: '{count} Datei mit {size} wird vom Datenträger gelöscht. Das lässt sich nicht rückgängig machen.',
    other: '{count} Dateien mit {size} werden vom Datenträger gelöscht. Das lässt sich nicht rückgängig machen.',
  },
  'files.title': '„{name}“ vom Datenträger löschen',
  'titles.apply': 'Anwenden',
  'titles.asked': 'Der Titel ist unterwegs',
  'titles.change': 'Die Regeln der Bibliothek machen „{after}“ aus „{before}“.',
  'titles.locked': 'Der Titel ist gesperrt: Er bleibt, wie er ist.',
  'titles.same': 'Die Regeln der Bibliothek ergeben denselben Titel.',
  'titles.title': 'Titel nach den Regeln',
}
