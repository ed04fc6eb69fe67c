import { useQueries } from '@tanstack/react-query'
import { errorSentence, refusalOf } from '../../../../ui/error-sentence'
import { folderQuery } from '../../libraries.queries'
import type { FoldersDraft } from './folders-draft.rules'

/** New folders that the server can't open, each with the reason. Saved ones may be away for a while. */
export function useUnreadableFolders(draft: FoldersDraft): ReadonlyMap<string, string> {
  const chosen = draft.filter(folder => !folder.removed && folder.path !== '' && folder.path !== folder.was)
  const paths = [...new Set(chosen.map(folder => folder.path))]
  const results = useQueries({ queries: paths.map(path => folderQuery(path)) })
  return new Map(
    results.flatMap(({ error }, index) => {
      const path = paths[index]
      return path !== undefined && refusalOf(error) !== null ? [[path, errorSentence(error)] as const] : []
    }),
  )
}
