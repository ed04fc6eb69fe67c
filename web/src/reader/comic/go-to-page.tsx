import { useState } from 'react'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './go-to-page.module.css'

type Props = {
  /** 1-based. */
  readonly page: number
  readonly total: number
  /** 0-based. */
  readonly onGo: (page: number) => void
  readonly onClose: () => void
}

export function GoToPage({ page, total, onGo, onClose }: Props) {
  const [typed, setTyped] = useState(String(page))
  const number = Number(typed)
  const possible = Number.isInteger(number) && number >= 1 && number <= total
  return (
    <Sheet title={tr('goTo.title')} place="middle" onClose={onClose}>
      <form
        className={classes.form}
        data-transient
        onSubmit={event => {
          event.preventDefault()
          if (possible) onGo(number - 1)
        }}
      >
        <label className={classes.label} htmlFor="go-to-page">
          {tr('goTo.label', { total })}
        </label>
        <input
          id="go-to-page"
          className={classes.field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          data-first-focus
          value={typed}
          aria-invalid={!possible}
          onFocus={event => event.currentTarget.select()}
          onChange={event => setTyped(event.currentTarget.value.trim())}
        />
        <button type="submit" className={classes.go} disabled={!possible}>
          {tr('goTo.go')}
        </button>
      </form>
    </Sheet>
  )
}
