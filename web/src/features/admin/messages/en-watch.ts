/** Watching folders, and scans of one of them. */
export const enWatch = {
  'watch.away': 'The folder is not there now. Watching goes on when it is back.',
  'watch.events': {
    one: 'The system tells of changes in {count} folder.',
    other: 'The system tells of changes in {count} folders.',
  },
  'watch.hint': 'New, changed and moved files show within seconds, once they are copied as a whole.',
  'watch.label': 'Watch the folders',
  'watch.limit': 'The system has no room to watch so many folders, so they are looked at every {seconds} seconds.',
  'watch.notScanned': 'Watching begins when the library has been scanned once.',
  'watch.offHere': 'This library is not watched.',
  'watch.offServer': 'Watching is switched off in the settings of the server.',
  'watch.polling':
    'A disk of the kind {kind} does not tell what changes, so the folders are looked at every {seconds} seconds.',
  'watch.scanFolder': 'Scan one folder of {name}',
  'watch.scanFolderInside': 'Choose a folder inside the library.',
  'watch.scanFolderOf': 'Folder of the library',
  'watch.scanFolderShort': 'Scan one folder',
  'watch.scanFolderWhole': 'This one scans the whole library.',
  'watch.scanFolderNow': 'Scan this folder',
  'watch.starting': 'Watching begins in a moment.',
  'watch.top': 'files at the top',
  'watch.widened': 'Books were missing there, so the whole library was looked at.',
} as const
