import type { ScanProblemDto } from '../../../api/types'
import { problemSentence } from '../../../messages/file-problems/file-problem'
import { ta } from '../../admin/messages'

/** What is wrong, in the reader's language; the server's sentence for what this version of the app does not know. */
export function sentenceOf(problem: ScanProblemDto): string {
  const { kind, file, absence, count = 0, said = '', message } = problem
  switch (kind) {
    case 'book':
      return (file && problemSentence(file)) ?? message
    case 'book_unchanged':
      return [(file && problemSentence(file)) ?? message, ta('scanProblems.bookUnchanged')].join(' ')
    case 'cover_image':
      if (file?.reason === 'unsupported') return ta('scanProblems.cover.unsupported')
      return file?.reason === 'too-large' ? ta('scanProblems.cover.tooLarge') : ta('scanProblems.cover')
    case 'folder_unreadable':
      return ta('scanProblems.folderUnreadable', { code: said })
    case 'file_unreadable':
      return ta('scanProblems.fileUnreadable', { code: said })
    case 'link':
      return ta('scanProblems.link')
    case 'not_a_file':
      return ta('scanProblems.notAFile')
    case 'folder_name':
      return ta('scanProblems.folderName')
    case 'file_name':
      return ta('scanProblems.fileName')
    case 'missing':
      if (absence === undefined) return message
      return absence === 'unreadable'
        ? ta('scanProblems.missing.unreadable')
        : ta(`scanProblems.missing.${absence}`, { count })
    case 'not_stored':
      return `${ta('scanProblems.notStored')} ${said}`
    case 'not_saved':
      return `${ta('scanProblems.notSaved')} ${said}`
    case 'failed':
      return `${ta('scanProblems.failed')} ${message}`
    case 'more':
      return ta('scanProblems.more', { count })
    default:
      return message
  }
}
