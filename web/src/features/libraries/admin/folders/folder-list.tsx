import { IconArrowBackUp, IconFolder, IconFolderOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'
import { IconButton } from '../../../../ui/icon-button'
import { folderStates } from './folder-state.rules'
import { type FolderDraft, type FoldersDraft, overlapAbove } from './folders-draft.rules'
import type { FolderTrouble } from './folders-field'
import classes from './folders-field.module.css'

type Props = {
  readonly library: LibraryDto | undefined
  readonly draft: FoldersDraft
  readonly open: number | null
  readonly trouble: FolderTrouble | null
  readonly onOpen: (key: number) => void
  readonly onRemove: (key: number) => void
  readonly onKeep: (key: number) => void
}

/** Each folder with what is wrong with it, and what saving the form will do about it. */
export function FolderList({ library, draft, open, trouble, onOpen, onRemove, onKeep }: Props) {
  const staying = draft.filter(folder => !folder.removed)
  const label = t('folders.all')
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {label}
      </div>
      <ul className={classes.list} aria-label={label}>
        {draft.map(folder => {
          const { key, path, was, removed } = folder
          const isChanged = was !== null && path !== was
          const Icon = removed ? IconFolderOff : IconFolder
          return (
            <li key={key} className={classes.folder} data-open={key === open} data-removed={removed}>
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
                {trouble?.key === key && (
                  <p className={classes.bad} role="alert">
                    {trouble.sentence}
                  </p>
                )}
              </div>
              <div className={classes.buttons}>
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
