import { IconChevronRight, IconCornerLeftUp, IconFolder, IconFolderOff, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../messages'
import { errorSentence } from '../../../ui/error-sentence'
import { folderQuery } from '../libraries.queries'
import classes from './folder-browser.module.css'
import { FolderCrumbs } from './folder-crumbs'

/** The id of the field for a typed path. */
export const PATH_FIELD = 'folder-path'

type Props = {
  /** The chosen folder; empty if none. */
  readonly path: string
  /** Where to start while none is chosen; empty: the server's starting points. */
  readonly start?: string
  readonly onPath: (path: string) => void
}

/** Browses the server's disk: the open folder is the chosen one. */
export function FolderBrowser({ path, start = '', onPath }: Props) {
  const [typed, setTyped] = useState(path)
  const [shown, setShown] = useState(path)
  if (shown !== path) {
    setShown(path)
    setTyped(path)
  }
  const place = path || start
  const { data, error, isPlaceholderData } = useQuery({
    ...folderQuery(place || null),
    placeholderData: last => last,
  })
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef(false)
  // The pressed folder is not in the new list.
  useLayoutEffect(() => {
    if (!moved.current || !data || isPlaceholderData) return
    moved.current = false
    if (document.activeElement === document.body) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [data, isPlaceholderData])
  const move = (to: string) => {
    moved.current = true
    onPath(to)
  }
  const folders = data?.entries.filter(entry => entry.isDirectory) ?? []
  const go = () => onPath(typed.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    go()
  }
  return (
    <section
      className={classes.browser}
      aria-label={t('folders.label')}
      onBlur={event => {
        // A typed path counts once the focus leaves.
        if (typed.trim() !== path && !event.currentTarget.contains(event.relatedTarget)) go()
      }}
    >
      <label className={classes.label} htmlFor={PATH_FIELD}>
        {t('folders.path')}
      </label>
      <div className={classes.field}>
        <input
          id={PATH_FIELD}
          value={typed}
          placeholder={t('folders.placeholder')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {typed.trim() !== path && (
          <button type="button" onClick={go}>
            {t('folders.open')}
          </button>
        )}
      </div>
      <FolderCrumbs path={place} onPath={move} />
      {error ? (
        <p className={classes.note} role="alert">
          {errorSentence(error)}
        </p>
      ) : (
        <ul ref={list} className={classes.list} data-waiting={isPlaceholderData} aria-label={t('folders.list')}>
          {place !== '' && (
            <li>
              <button type="button" className={classes.entry} onClick={() => move(data?.parentPath ?? '')}>
                <IconCornerLeftUp size={19} stroke={1.6} aria-hidden />
                <span>{t('folders.up')}</span>
              </button>
            </li>
          )}
          {folders.map(folder => (
            <li key={folder.path}>
              <button
                type="button"
                className={classes.entry}
                disabled={!folder.isReadable}
                onClick={() => move(folder.path)}
              >
                {folder.isReadable ? (
                  <IconFolder size={19} stroke={1.6} aria-hidden />
                ) : (
                  <IconLock size={19} stroke={1.6} aria-hidden />
                )}
                <span>{folder.name}</span>
                {folder.isReadable && <IconChevronRight size={16} stroke={1.6} aria-hidden />}
              </button>
            </li>
          ))}
          {data && folders.length === 0 && (
            <li className={classes.note}>
              <IconFolderOff size={18} stroke={1.6} aria-hidden />
              {t('folders.none')}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
