import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { ta } from '../../../admin/messages'
import { FolderBrowser, PATH_FIELD } from '../folder-browser'
import { FolderPreview } from '../folder-preview'
import { FolderList } from './folder-list'
import type { FolderProblem } from './folder-problem'
import {
  asItWas,
  type FoldersDraft,
  hasSpace,
  MOST_FOLDERS,
  moved,
  parentOfLastFolder,
  previewFolders,
  withNew,
  without,
  withPath,
} from './folders-draft.rules'
import classes from './folders-field.module.css'

type Props = {
  /** Absent for a new library. */
  readonly library: LibraryDto | undefined
  readonly draft: FoldersDraft
  /** New folders that can't be opened, with the reasons. */
  readonly unreadable: ReadonlyMap<string, string>
  /** Of the preview; null while incomplete. */
  readonly rules: object | null
  /** The folder being chosen; null for none. */
  readonly open: number | null
  readonly problem: FolderProblem | null
  readonly onChange: (draft: FoldersDraft) => void
  readonly onOpen: (key: number | null) => void
}

/** The folders of a library: a list, and for one of them the server's disk to choose it from. */
export function FoldersField({ library, draft, unreadable, rules, open, problem, onChange, onOpen }: Props) {
  const opened = draft.find(folder => folder.key === open && !folder.removed)
  // A new library with one folder needs no list.
  const listed = library !== undefined || draft.length > 1 || problem !== null
  const [isAsked, setAsked] = useState(false)
  const isWaiting = opened?.path === ''
  const add = () => {
    setAsked(isWaiting)
    if (isWaiting) return document.getElementById(PATH_FIELD)?.focus()
    const more = withNew(draft)
    onChange(more)
    onOpen(more.at(-1)?.key ?? null)
  }
  const remove = (key: number) => {
    const left = without(draft, key)
    onChange(left)
    if (open === key) onOpen(!library && left.length === 1 ? (left[0]?.key ?? null) : null)
  }
  const addButton = (
    <div>
      <Button
        variant="light"
        leftSection={<IconFolderPlus size={18} stroke={1.7} aria-hidden />}
        disabled={!hasSpace(draft)}
        onClick={add}
      >
        {t('folders.add')}
      </Button>
      {!hasSpace(draft) && <p className={classes.limit}>{ta('folders.most', { count: MOST_FOLDERS })}</p>}
      {isAsked && isWaiting && (
        <p className={classes.missing} role="status">
          {t('folders.choose')}
        </p>
      )}
    </div>
  )
  return (
    <div className={classes.all}>
      {listed && (
        <FolderList
          library={library}
          draft={draft}
          unreadable={unreadable}
          open={opened?.key ?? null}
          problem={problem}
          onOpen={onOpen}
          onRemove={remove}
          onKeep={key => onChange(asItWas(draft, key))}
          onMove={(key, by) => onChange(moved(draft, key, by))}
        />
      )}
      {listed && addButton}
      {opened && (
        <div className={classes.columns}>
          <FolderBrowser
            key={opened.key}
            path={opened.path}
            start={parentOfLastFolder(draft)}
            onPath={path => onChange(withPath(draft, opened.key, path))}
          />
          <FolderPreview paths={previewFolders(draft, library, unreadable)} rules={rules} />
        </div>
      )}
      {!listed && addButton}
    </div>
  )
}
