import type { TranslationOf } from './catalogue'
import type { enHome } from './en-home'

export const deHome: TranslationOf<typeof enHome> = {
  'home.title': 'Start',
  'home.continue': 'Weiterlesen',
  'home.continueBook': '{title} weiterlesen, {place}',
  'home.onDeck': 'Als Nächstes',
  'home.newBooks': 'Neue Bücher',
  'home.newSeries': 'Neue Reihen',
  'home.scanningTitle': 'Die Regale füllen sich',
  'home.scanningText': 'Der Ordner wird gerade durchgesehen. Bücher erscheinen hier, sobald sie gefunden sind.',
  'home.noLibraryTitle': 'Die Regale sind leer',
  'home.noLibraryText':
    'Eine Bibliothek ist ein Ordner mit Büchern auf dem Server. Wähle einen, und alles darin erscheint hier.',
  'home.noLibraryAsk':
    'Noch ist keine Bibliothek für dich da. Wer sich um diesen Server kümmert, kann dir eine öffnen.',
  'home.noBooksAsk':
    'Noch ist hier nichts für dich zu lesen. Wer sich um diesen Server kümmert, kann Bücher hinzufügen.',
  'home.noBooksTitle': 'Noch keine Bücher',
  'home.noBooksText': 'Lege CBZ-, CBR-, EPUB- oder PDF-Dateien in den Ordner einer Bibliothek und lies ihn ein.',
  'home.customise': 'Startseite anpassen',
  'home.failed': 'Diese Zeile konnte nicht geladen werden.',
  'home.noneFound': 'Im Moment passt nichts zu diesem Filter.',
  'home.noneShown': 'Nichts zu zeigen',
  'home.noneShownText': 'Die gewählten Zeilen sind leer, oder alle sind ausgeblendet.',
  'home.outdated': 'Dieser Filter fragt nach etwas, das es nicht mehr gibt. Ändere ihn oder speichere ihn neu.',
  'home.read': 'Zuletzt gelesen',
  'home.updatedSeries': 'Aktualisierte Reihen',

  'presets.inSidebar': 'Gespeicherte Filter',
  'presets.title': 'Gespeicherte Filter',
}
