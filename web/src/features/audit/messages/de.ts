import type { TranslationOf } from '../../../messages/catalogue'
import type { en } from './en'

/** Die Meldungen des Protokolls. */
export const de: TranslationOf<typeof en> = {
  'audit.action.books_purged': 'Endgültig gelöscht',
  'audit.action.files_deleted': 'Dateien gelöscht',
  'audit.action.library_deleted': 'Bibliothek gelöscht',
  'audit.action.library_folders_changed': 'Ordner geändert',
  'audit.action.missing_confirmed': 'Verlust bestätigt',
  'audit.all': 'Alles',
  'audit.books': { one: '{count} Buch', other: '{count} Bücher' },
  'audit.by': 'von {name}',
  'audit.byItself': 'durch einen Zeitplan',
  'audit.deletedBytes': '{size} frei geworden',
  'audit.files': { one: '{count} Datei', other: '{count} Dateien' },
  'audit.filesListed': 'Dateien',
  'audit.filter': 'Art des Eintrags',
  'audit.folders': 'Entfernte Ordner: {names}',
  'audit.foldersAfter': 'jetzt {folders}',
  'audit.foldersBefore': 'vorher {folders}',
  'audit.inLibrary': 'in {library}',
  'audit.noneText': 'Gelöschte Dateien und Bücher, bestätigte Verluste und gelöschte Bibliotheken stehen dann hier.',
  'audit.noneTitle': 'Nichts wurde weggenommen',
  'audit.outcome.begun': 'Im Gange',
  'audit.outcome.done': 'Erledigt',
  'audit.outcome.failed': 'Fehlgeschlagen',
  'audit.outcome.interrupted': 'Unterbrochen',
  'audit.spared': 'Geblieben: {path}: {reason}',
  'audit.text': 'Was gelöscht und aufgegeben wurde, und von wem. Einträge bleiben für immer.',
}
