import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconFolder,
  IconFolderOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { IconButton } from '../../../../ui/icon-button'
import type { FolderProblem } from './folder-problem'
import { folderStates } from './folder-state.rules'
import { type FolderDraft, type FoldersDraft, overlapAbove } from './folders-draft.rules'
import classes from './folders-field.module.css'

type Props = {
  readonly library: LibraryDto | undefined
  readonly draft: FoldersDraft
  readonly unreadable: ReadonlyMap<string, string>
  readonly open: number | null
  readonly problem: FolderProblem | null
  readonly onOpen: (key: number) => void
  readonly onRemove: (key: number) => void
  readonly onKeep: (key: number) => void
  readonly onMove: (key: number, by: 1 | -1) => void
}

/** Each folder with its problems, and what saving the form will do about it. */
export function FolderList({ library, draft, unreadable, open, problem, onOpen, onRemove, onKeep, onMove }: Props) {
  const staying = draft.filter(folder => !folder.removed)
  const label = t('folders.all')
  const { list, place, move } = useMoves(draft, onMove)
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <p role="status" className={classes.heard}>
        {place}
      </p>
      <ul ref={list} className={classes.list} aria-label={label} data-several={staying.length > 1}>
        {draft.map(folder => {
          const { key, path, was, removed } = folder
          const isChanged = was !== null && path !== was
          const Icon = removed ? IconFolderOff : IconFolder
          return (
            <li key={key} data-key={key} className={classes.folder} data-open={key === open} data-removed={removed}>
              <Icon size={20} stroke={1.6} aria-hidden />
              <p className={classes.path}>
                {path ? <code>{path}</code> : <span className={classes.waiting}>{t('folders.choose')}</span>}
                {staying.length > 1 && folder === staying[0] && (
                  <span className={classes.first} title={t('folders.firstHint')}>
                    {t('folders.first')}
                  </span>
                )}
              </p>
              <div className={classes.notes}>
                <FolderNotes library={library} draft={draft} folder={folder} />
                {/* The browser shows that of the open one. */}
                {!removed && key !== open && unreadable.has(path) && (
                  <p className={classes.bad}>{unreadable.get(path)}</p>
                )}
                {problem?.key === key && (
                  <p className={classes.bad} role="alert">
                    {problem.sentence}
                  </p>
                )}
              </div>
              <div className={classes.buttons}>
                {!removed && path !== '' && staying.length > 1 && (
                  <>
                    <IconButton
                      label={t('folders.moveUp', { path })}
                      disabled={folder === staying[0]}
                      onClick={() => move(key, -1)}
                    >
                      <IconArrowUp size={20} stroke={1.6} />
                    </IconButton>
                    <IconButton
                      label={t('folders.moveDown', { path })}
                      disabled={folder === staying.at(-1)}
                      onClick={() => move(key, 1)}
                    >
                      <IconArrowDown size={20} stroke={1.6} />
                    </IconButton>
                  </>
                )}
                {(removed || isChanged) && (
                  <IconButton label={t('folders.keep', { path: was ?? path })} onClick={() => onKeep(key)}>
                    <IconArrowBackUp size={20} stroke={1.6} />
                  </IconButton>
                )}
                {!removed && key !== open && (
                  <IconButton label={t('folders.change', { path })} onClick={() => onOpen(key)}>
                    <IconPencil size={20} stroke={1.6} />
                  </IconButton>
                )}
                {!removed && !isChanged && staying.length > 1 && (
                  <IconButton
                    danger
                    label={path ? t('folders.remove', { path }) : t('folders.removeEmpty')}
                    onClick={() => onRemove(key)}
                  >
                    <IconTrash size={20} stroke={1.6} />
                  </IconButton>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Moving a folder by keyboard keeps the focus on its button and announces its position; at the end of the list, focus
 * goes to the opposite button.
 */
function useMoves(draft: FoldersDraft, onMove: Props['onMove']) {
  const list = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState<{ readonly key: number; readonly by: 1 | -1; readonly times: number } | null>(null)
  useLayoutEffect(() => {
    if (last === null) return
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-key="${last.key}"] button`) ?? []
    const [up, down] = buttons
    const wanted = last.by < 0 ? [up, down] : [down, up]
    wanted.find(button => button && !button.disabled)?.focus()
  }, [last])
  const staying = draft.filter(folder => !folder.removed)
  const at = last === null ? -1 : staying.findIndex(({ key }) => key === last.key)
  const place =
    at < 0 ? '' : t('folders.place', { path: staying[at]?.path ?? '', place: at + 1, count: staying.length })
  const move = (key: number, by: 1 | -1) => {
    onMove(key, by)
    setLast(before => ({ key, by, times: (before?.times ?? 0) + 1 }))
  }
  return { list, place, move }
}

type NotesProps = {
  readonly library: LibraryDto | undefined
  readonly draft: FoldersDraft
  readonly folder: FolderDraft
}

function FolderNotes({ library, draft, folder: { key, path, was, removed } }: NotesProps) {
  if (removed) {
    const days = library?.scanningConfig?.purgeMissingAfterDays
    return (
      <p className={classes.note} role="status">
        {days == null ? t('folders.removed') : t('folders.removedPurge', { count: days })}
      </p>
    )
  }
  const overlap = overlapAbove(draft, key)
  const states = library && path === was ? folderStates(library, path) : []
  return (
    <>
      {states.map(state => (
        <p key={state} className={classes.bad}>
          {state}
        </p>
      ))}
      {overlap && (
        <p className={classes.bad} role="status">
          {t(`folders.overlap.${overlap.how}`, { path: overlap.path })}
        </p>
      )}
      {was !== null && path !== was && <p className={classes.note}>{t('folders.changed', { path: was })}</p>}
    </>
  )
}
