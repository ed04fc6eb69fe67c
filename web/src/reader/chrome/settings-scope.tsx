import { useState } from 'react'
import { tr } from '../messages'
import type { SavedSettings } from '../settings/use-settings'
import classes from './settings-scope.module.css'

type Props = {
  readonly series: string
  readonly saved: Pick<SavedSettings<object>, 'hasOwn' | 'useIn' | 'forgetOwn'>
}

/** Says for which series the settings above apply, and widens or resets them on demand. */
export function SettingsScope({ series, saved }: Props) {
  const [done, setDone] = useState<'library' | 'everywhere' | null>(null)
  const use = (books: 'library' | 'everywhere') => () => {
    saved.useIn(books)
    setDone(books)
  }
  const said = done ? (`scope.${done}` as const) : saved.hasOwn ? 'scope.series' : 'scope.none'
  return (
    <div className={classes.scope}>
      <p className={classes.said} role="status">
        {tr(said, { series })}
      </p>
      <div className={classes.ways}>
        {done !== 'library' && (
          <button type="button" className={classes.button} onClick={use('library')}>
            {tr('scope.useLibrary')}
          </button>
        )}
        {done !== 'everywhere' && (
          <button type="button" className={classes.button} onClick={use('everywhere')}>
            {tr('scope.use')}
          </button>
        )}
        {saved.hasOwn && done === null && (
          <button type="button" className={classes.button} onClick={saved.forgetOwn}>
            {tr('scope.reset')}
          </button>
        )}
      </div>
    </div>
  )
}
