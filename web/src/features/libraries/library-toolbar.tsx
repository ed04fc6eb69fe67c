import { IconLayoutGrid, IconList, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import { Segmented } from '../../ui/segmented'
import classes from './library-toolbar.module.css'
import { type BookSort, type ListKind, type ListState, type ListView, type SeriesSort, sorts } from './list-state'

type Props = {
  readonly state: { readonly show: ListKind; readonly view: ListView; readonly sort: string; readonly q: string }
  readonly onChange: (part: ListState) => void
}

export function LibraryToolbar({ state, onChange }: Props) {
  return (
    <search className={classes.bar}>
      <Segmented
        label={t('libraries.show')}
        value={state.show}
        onChange={show => onChange({ show, sort: undefined })}
        choices={[
          { value: 'series', label: t('libraries.showSeries') },
          { value: 'books', label: t('libraries.showBooks') },
        ]}
      />
      <SearchField key={state.show} text={state.q} onText={q => onChange({ q })} />
      <select
        className={classes.sort}
        aria-label={t('libraries.sort')}
        value={state.sort}
        onChange={event => onChange({ sort: event.target.value })}
      >
        {state.show === 'series'
          ? sorts.series.map(sort => <SortOption key={sort} sort={sort} label={seriesSortLabel(sort)} />)
          : sorts.books.map(sort => <SortOption key={sort} sort={sort} label={bookSortLabel(sort)} />)}
      </select>
      <Segmented
        label={t('libraries.view')}
        value={state.view}
        onChange={view => onChange({ view })}
        choices={[
          { value: 'grid', label: t('libraries.viewGrid'), icon: <IconLayoutGrid size={19} stroke={1.7} /> },
          { value: 'list', label: t('libraries.viewList'), icon: <IconList size={19} stroke={1.7} /> },
        ]}
      />
    </search>
  )
}

const typingMs = 220

/** Looks as one types, a moment after the last key. */
function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address changed by itself (back, a link): the field follows it.
    if (text !== sent.current) {
      sent.current = text
      setTyped(text)
    }
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (now: string, wait: number) => {
    setTyped(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = now.trim()
      onText(now.trim())
    }, wait)
  }
  return (
    <label className={classes.field}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <input
        type="search"
        aria-label={t('libraries.search')}
        placeholder={t('libraries.search')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => type(event.target.value, typingMs)}
        onKeyDown={event => {
          if (event.key === 'Escape' && typed) type('', 0)
        }}
      />
      {typed && (
        <button type="button" aria-label={t('libraries.clearSearch')} onClick={() => type('', 0)}>
          <IconX size={16} stroke={2} />
        </button>
      )}
    </label>
  )
}

const SortOption = ({ sort, label }: { readonly sort: string; readonly label: string }) => (
  <option value={sort}>{label}</option>
)

const seriesSortLabel = (sort: SeriesSort) => t(`sort.${sort}`)
const bookSortLabel = (sort: BookSort) => t(`sort.${sort}`)
