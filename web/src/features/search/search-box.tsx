import { IconSearch, IconX } from '@tabler/icons-react'
import { t } from '../../messages'
import { useTypedText } from '../../ui/use-typed-text'
import { ts } from './messages'
import line from './search-line.module.css'
import classes from './search-page.module.css'

/** The input of the search page: searches while typing, and follows the address. */
export function SearchBox({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const { typed, type } = useTypedText({ text, onText, waitMs: 120 })
  return (
    <search className={`${line.line} ${classes.box}`}>
      <IconSearch size={22} stroke={1.7} aria-hidden />
      <input
        type="search"
        className={line.input}
        aria-label={t('navigation.searchLabel')}
        placeholder={ts('search.placeholder')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: an empty search is there for typing
        autoFocus={text === ''}
        onChange={event => type(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') type(typed, 0)
          if (event.key === 'Escape' && typed) type('', 0)
        }}
      />
      {typed && (
        <button type="button" className={line.round} aria-label={ts('search.clear')} onClick={() => type('', 0)}>
          <IconX size={18} stroke={2} />
        </button>
      )}
    </search>
  )
}
