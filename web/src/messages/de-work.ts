import type { TranslationOf } from './catalogue'
import type { enWork } from './en-work'

export const deWork: TranslationOf<typeof enWork> = {
  'books.deleteFile': 'Vom Datenträger löschen …',
  'libraries.excluded': 'Auslassen, ein Muster je Zeile',
  'libraries.excludedHint': 'Etwa *.tmp, samples oder **/Extras/**. Groß- und Kleinschreibung ist gleich.',
  'libraries.files': 'Dateien',
  'libraries.filesHint': 'Formate, und was ausgelassen wird',
  'libraries.format.CBR': 'CBR, CB7',
  'libraries.format.CBZ': 'CBZ, CBT',
  'libraries.format.EPUB': 'EPUB',
  'libraries.format.PDF': 'PDF',
  'libraries.formats': 'Formate',
  'libraries.imageFolders': 'Bilderordner sind Bücher',
  'libraries.imageFoldersHint':
    'Ein Ordner mit mindestens zwei Bildern und ohne Buchdatei ist ein Buch. Gilt ab dem nächsten Einlesen.',
  'missing.look': 'Noch einmal suchen',
  'reports.why.excluded': 'durch ein Muster ausgelassen',
  'reports.why.format_not_allowed': 'ein Format, das die Bibliothek nicht nimmt',
  'reports.why.not_a_book': 'kein Buch',
  'reports.why.not_a_file': 'ein Verweis oder Gerät',
  'series.deleteFiles': 'Vom Datenträger löschen …',
  'series.share': 'Freigabemarken …',
  'series.titleByRules': 'Titel nach den Regeln …',
}
