import { IconSearch, IconX } from '@tabler/icons-react'
import { t } from '../../messages'
import { useTypedText } from '../../ui/use-typed-text'
import classes from './list-toolbar.module.css'

type Props = {
  readonly text: string
  readonly onText: (text: string) => void
  /** The searched text; titles by default. */
  readonly label?: string
}

/** Searches while typing, debounced. */
export function SearchField({ text, onText, label = t('libraries.search') }: Props) {
  const { typed, type } = useTypedText({ text, onText, waitMs: 220 })
  return (
    <label className={classes.field}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => type(event.target.value)}
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
