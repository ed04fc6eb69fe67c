/** Books in trouble: the types and reasons, and what helps. */
export const deErrors = {
  'errors.asked': 'Angefordert',
  'errors.books': { one: '{count} Buch', other: '{count} Bücher' },
  'errors.ignoreNamed': 'Zurückstellen: {title}',
  'errors.ignored': '{title} ist zurückgestellt',
  'errors.noneAsideText': 'Was du zurückstellst, wartet hier und kann zurückgeholt werden.',
  'errors.noneAsideTitle': 'Nichts ist zurückgestellt',
  'errors.open': 'Offen',
  'errors.page': 'Seite {number}',
  'errors.pages': { one: '{count} Seite', other: '{count} Seiten' },
  'errors.putAside': 'Zurückgestellt',
  'errors.retried': {
    one: '{count} Buch wird noch einmal versucht',
    other: '{count} Bücher werden noch einmal versucht',
  },
  'errors.retryAll': 'Alle noch einmal versuchen',
  'errors.retryGroup': 'Diese noch einmal versuchen',
  'errors.retryNamed': 'Noch einmal versuchen: {title}',
  'errors.retryType': 'Diese noch einmal versuchen: {type}',
  'errors.showAll': { one: '{count} Buch zeigen', other: 'Alle {count} Bücher zeigen' },
  'errors.showNamed': 'Zurückholen: {title}',
  'errors.shownAgain': '{title} ist wieder in der Liste',
  'errors.sum': {
    one: '{count} Buch ließ sich nicht richtig lesen',
    other: '{count} Bücher ließen sich nicht richtig lesen',
  },
  'errors.sumIgnored': { one: '{count} Buch ist zurückgestellt', other: '{count} Bücher sind zurückgestellt' },
  'errors.wellText':
    'Jede Datei ließ sich öffnen und bis zum Ende lesen. Sollte eine scheitern, steht sie hier mit dem Grund und dem, was hilft.',
  'errors.wellTitle': 'Alle Bücher sind in gutem Zustand',
  'errors.which': 'Welche Fehler',

  'errors.type.format_detection': 'Unbekanntes Format',
  'errors.type.parser': 'Datei lässt sich nicht öffnen',
  'errors.type.metadata': 'Beschädigte Metadaten',
  'errors.type.thumbnail': 'Kein Cover',
  'errors.type.page_extraction': 'Beschädigte Seiten',
  'errors.type.pdf_rendering': 'PDF-Seiten nicht gezeichnet',
  'errors.type.zero_pages': 'Keine Seiten',
  'errors.type.other': 'Etwas anderes',
  'errors.typeHint.format_detection':
    'Der Inhalt passt zu keinem Format, das Octavo liest, was auch immer der Dateiname sagt.',
  'errors.typeHint.parser':
    'Die Datei selbst ist abgeschnitten, gesperrt oder beschädigt. Meist muss sie neu besorgt oder neu gemacht werden.',
  'errors.typeHint.metadata':
    'Das Buch ist lesbar; nur seine Angaben über sich sind beschädigt. ComicInfo.xml oder die Paketdatei ausbessern.',
  'errors.typeHint.thumbnail':
    'Das Buch ist lesbar; nur sein Cover ließ sich nicht erzeugen. Ein neuer Versuch hilft oft.',
  'errors.typeHint.page_extraction': 'Manche Seiten lassen sich nicht zeigen; die anderen sind lesbar.',
  'errors.typeHint.pdf_rendering':
    'Diese PDF-Seiten ließen sich nicht zeichnen. Die Datei mit einem anderen Programm neu zu speichern hilft oft.',
  'errors.typeHint.zero_pages': 'Die Datei lässt sich öffnen, aber es gibt darin nichts zu lesen.',
  'errors.typeHint.other': 'Was sonst nirgends passt. Die Meldung sagt mehr.',
  'errors.hint.unreadable':
    'Der Server darf diese Datei nicht lesen, oder sie war fort. Rechte und Datenträger prüfen.',
  'errors.hint.unknown-format': 'Durch eine CBZ-, CBR-, EPUB- oder PDF-Datei ersetzen.',
  'errors.hint.corrupt': 'Die Datei ist abgeschnitten oder beschädigt. Neu besorgen oder neu packen.',
  'errors.hint.encrypted': 'Die Datei verlangt ein Passwort oder ist gesperrt. Durch eine offene ersetzen.',
  'errors.hint.unsupported':
    'Sie nutzt etwas, das hier nicht gelesen werden kann. Auf übliche Weise neu speichern oder packen.',
  'errors.hint.too-large': 'Etwas darin ist größer, als der Server es öffnet. Verkleinern oder die Datei teilen.',
  'errors.hint.no-pages': 'Es sind keine Seiten darin. Prüfen, ob Bilder oder Kapitel wirklich da sind.',
  'errors.hint.page-corrupt': 'Eine Seite ist beschädigt. Ihr Bild ersetzen oder das Buch neu besorgen.',
  'errors.hint.metadata': 'Die beschädigten Metadaten ausbessern oder entfernen, dann noch einmal versuchen.',
  'errors.hint.thumbnail': 'Noch einmal versuchen; scheitert es wieder, ist die erste Seite beschädigt.',
  'errors.hint.resource': 'Dem Server fehlte Zeit oder Speicher. Noch einmal versuchen, wenn er weniger zu tun hat.',
  'errors.hint.changed-while-read':
    'Die Datei änderte sich beim Lesen. Noch einmal versuchen, sobald sie vollständig ist.',
} as const
