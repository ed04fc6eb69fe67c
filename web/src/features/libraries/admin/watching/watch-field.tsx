import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../api/client'
import { queryKeys } from '../../../../api/query-keys'
import type { LibraryDto, LibraryWatchDto } from '../../../../api/types'
import { labelled } from '../../../../messages/labelled'
import { Toggle } from '../../../../ui/toggle'
import { ta } from '../../../admin/messages'
import classes from './watch-field.module.css'

type Props = {
  /** Absent for a new library. */
  readonly library: LibraryDto | undefined
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

/** Whether the folders are watched, and the current state. */
export function WatchField({ library, on, onChange }: Props) {
  return (
    <div>
      <Toggle label={ta('watch.label')} hint={ta('watch.hint')} on={on} onChange={onChange} />
      {library && on && <WatchState library={library} />}
    </div>
  )
}

function WatchState({ library }: { readonly library: LibraryDto }) {
  const { data } = useQuery({
    queryKey: queryKeys.libraryWatch(library.id),
    queryFn: ({ signal }) =>
      api.get('/api/v1/libraries/{library_id}/watch', { params: { library_id: library.id }, signal }),
    refetchInterval: 5000,
  })
  if (!data) return null
  const sentences = [...new Set(sentencesOf(data))]
  return (
    <ul className={classes.state} data-state={data.state} aria-live="polite">
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function sentencesOf(watch: LibraryWatchDto): string[] {
  if (watch.state === 'off') {
    if (watch.reason === 'setting') return [ta('watch.offServer')]
    return [ta(watch.reason === 'not_scanned' ? 'watch.notScanned' : 'watch.offHere')]
  }
  if (watch.folders.length === 0) return [ta('watch.starting')]
  const isOne = watch.folders.length === 1
  return watch.folders.map(folder => (isOne ? sentenceOf(folder) : labelled(folder.path, sentenceOf(folder))))
}

function sentenceOf(folder: LibraryWatchDto['folders'][number]): string {
  const seconds = folder.everySeconds ?? 0
  if (folder.state === 'events') return ta('watch.events', { count: folder.folders })
  if (folder.state !== 'polling') return ta(folder.state === 'away' ? 'watch.unavailable' : 'watch.starting')
  return folder.reason === 'limit'
    ? ta('watch.limit', { seconds })
    : ta('watch.polling', { seconds, kind: folder.detail ?? '?' })
}
