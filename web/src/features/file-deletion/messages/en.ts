/** The messages about deleting files from the disk, and about titles by the rules. */
export const en = {
  'files.alsoFolder': 'Also remove the folder when nothing is left in it',
  'files.confirm': 'To go on, type {name}',
  'files.delete': 'Delete for good',
  'files.done': { one: '{count} file was deleted', other: '{count} files were deleted' },
  'files.kept': 'What readers kept of it stays until it is purged, and is back when the file is.',
  'files.more': { one: 'and {count} more file', other: 'and {count} more files' },
  'files.notAllowed':
    'This server deletes no files. Whoever runs it can allow it with OCTAVO_LIBRARIES_DELETE_FILES=true.',
  'files.nothing': 'Nothing can be deleted here',
  'files.readers': 'Begun or read by {names}.',
  'files.spared': 'These stay',
  'files.sum': {
    one: '{count} file of {size} is deleted from the disk. This cannot be undone.',
    other: '{count} files of {size} are deleted from the disk. This cannot be undone.',
  },
  'files.title': 'Delete “{name}” from the disk',
  'titles.apply': 'Apply',
  'titles.asked': 'The title is on its way',
  'titles.change': 'The rules of the library make “{after}” of “{before}”.',
  'titles.locked': 'The title is locked: it stays as it is.',
  'titles.same': 'The rules of the library make the same title of it.',
  'titles.title': 'Title by the rules',
} as const
