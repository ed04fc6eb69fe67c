import { useState } from 'react'
import { tr } from '../messages'
import classes from './settings-scope.module.css'

type Props = { readonly series: string; readonly onEverywhere: () => void }

/** Says that what stands above is kept for this series, and makes it the rule on demand. */
export function SettingsScope({ series, onEverywhere }: Props) {
  const [done, setDone] = useState(false)
  return (
    <p className={classes.scope} role="status">
      <span>{tr(done ? 'scope.everywhere' : 'scope.series', { series })}</span>
      {!done && (
        <button
          type="button"
          className={classes.button}
          onClick={() => {
            onEverywhere()
            setDone(true)
          }}
        >
          {tr('scope.use')}
        </button>
      )}
    </p>
  )
}
