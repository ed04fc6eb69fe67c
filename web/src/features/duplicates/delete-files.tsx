import { Toggle } from '../../ui/toggle'
import { ta } from '../admin/messages'
import { useDeletesFiles } from '../file-deletion'

type Props = {
  /** Files that would be deleted. */
  readonly count: number
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

/** For people who may delete books: whether a merge deletes the other files, if the server deletes files. */
export function DeleteFiles({ count, on, onChange }: Props) {
  if (!useDeletesFiles(true)) return null
  return (
    <Toggle
      label={ta('duplicates.deleteFiles', { count })}
      hint={ta('duplicates.deleteHint')}
      on={on}
      onChange={onChange}
    />
  )
}
