/** Ordner beobachten, und einen davon einlesen. */
export const deWatch = {
  'watch.away': 'Der Ordner ist gerade nicht da. Sobald er wieder da ist, wird er weiter beobachtet.',
  'watch.events': {
    one: 'Das System meldet Änderungen in {count} Ordner.',
    other: 'Das System meldet Änderungen in {count} Ordnern.',
  },
  'watch.hint': 'Neue, geänderte und verschobene Dateien erscheinen in Sekunden, sobald sie ganz kopiert sind.',
  'watch.label': 'Ordner beobachten',
  'watch.limit':
    'Das System hat keinen Platz, so viele Ordner zu beobachten; deshalb wird alle {seconds} Sekunden nachgesehen.',
  'watch.notScanned': 'Beobachtet wird, sobald die Bibliothek einmal eingelesen ist.',
  'watch.offHere': 'Diese Bibliothek wird nicht beobachtet.',
  'watch.offServer': 'Das Beobachten ist in den Einstellungen des Servers ausgeschaltet.',
  'watch.polling':
    'Ein Datenträger der Art {kind} meldet keine Änderungen; deshalb wird alle {seconds} Sekunden nachgesehen.',
  'watch.scanFolder': 'Einen Ordner von {name} einlesen',
  'watch.scanFolderInside': 'Einen Ordner in der Bibliothek wählen.',
  'watch.scanFolderOf': 'Ordner der Bibliothek',
  'watch.scanFolderShort': 'Einen Ordner einlesen',
  'watch.scanFolderWhole': 'Damit wird die ganze Bibliothek eingelesen.',
  'watch.scanFolderNow': 'Diesen Ordner einlesen',
  'watch.starting': 'Das Beobachten beginnt gleich.',
  'watch.top': 'Dateien ganz oben',
  'watch.widened': 'Dort fehlten Bücher; deshalb wurde die ganze Bibliothek durchgesehen.',
} as const
