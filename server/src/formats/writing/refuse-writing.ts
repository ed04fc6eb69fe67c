import type { WriteRefusal } from '@octavo/contract/formats'
import { WRITE_REFUSALS } from '@octavo/contract/formats'
import type { FileProblem } from '../facts'
import { refuse } from '../problem'

/** Why nothing is written, as a sentence for a person; the web app has translations. */
export const REFUSAL_SENTENCES: Readonly<Record<WriteRefusal, string>> = {
  'library-off': 'Writing metadata is turned off for this library.',
  'sidecar-only': 'In this library, metadata is only written next to books.',
  'server-off': 'This server doesn’t write to files. Set OCTAVO_LIBRARIES_DELETE_FILES=true on the server to allow it.',
  missing: 'The file is missing.',
  changed: 'The file has changed since the last scan. Scan its library first.',
  link: 'The file is a link. Links aren’t changed.',
  rar: 'RAR archives can’t be written.',
  '7z': '7z archives can’t be written.',
  tar: 'Tar archives can’t be written.',
  pdf: 'PDF files can’t be written.',
  'unknown-format': 'Files of this kind can’t be written.',
  encrypted: 'The archive is encrypted.',
  split: 'The archive is split into several files.',
  signed: 'The EPUB is signed. A change would break its signature.',
  'not-rewritable': 'The archive has additional bytes before or after it and can’t be copied safely.',
  damaged: 'The file is damaged.',
  'document-unreadable': 'The metadata in the file can’t be read or edited.',
  'document-too-large': 'The metadata would be too large to read back.',
  'no-series': 'A MetronInfo.xml needs the name of a series, and this book has none.',
  'no-folder': 'A series.json needs a folder with the books of its series.',
  'name-taken': 'A file with this name already exists.',
  'read-only': 'The file or its disk is read-only.',
  'no-permission': 'The server has no permission to write to this folder.',
  'no-space': 'There is not enough space on the disk.',
  failed: 'The file can’t be written.',
}

/** Throws; the code is a detail of the problem. */
export function refuseWriting(code: WriteRefusal): never {
  return refuse('other', 'unsupported', REFUSAL_SENTENCES[code], { code })
}

/** The code of a problem. Problems found by the parser count as damage. */
export function refusalOf({ details, reason }: FileProblem): WriteRefusal {
  const code = details?.code
  if (reason === 'encrypted') return 'encrypted'
  return WRITE_REFUSALS.find(known => known === code) ?? (reason === 'resource' ? 'failed' : 'damaged')
}

/** The code for a disk error. */
export const DISK_REFUSALS: Readonly<Record<string, WriteRefusal>> = {
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'read-only',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
}
