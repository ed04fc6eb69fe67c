import { useState } from 'react'
import { tr } from '../messages'
import type { SavedSettings, SettingsScopeName } from '../settings/use-settings'
import classes from './settings-scope.module.css'

type Props = {
  readonly series: string
  readonly saved: Pick<SavedSettings<object>, 'scope' | 'useIn' | 'forgetOwn'>
  /** The scope of a change unless one is chosen. */
  readonly home: 'series' | 'everywhere'
}

const USES = {
  book: 'scope.useBook',
  series: 'scope.useSeries',
  library: 'scope.useLibrary',
  device: 'scope.useDevice',
  everywhere: 'scope.use',
} as const

/** Shows for which books the settings above apply, and can change or reset that. */
export function SettingsScope({ series, saved, home }: Props) {
  const [done, setDone] = useState<SettingsScopeName | null>(null)
  const own = saved.scope === 'book' || saved.scope === 'series' ? saved.scope : null
  const now = done ?? own
  const said = now ? (`scope.${now}` as const) : home === 'series' ? 'scope.none' : 'scope.everyBook'
  return (
    <div className={classes.scope}>
      <p className={classes.said} role="status">
        {tr(said, { series })}
      </p>
      <div className={classes.ways}>
        {(['book', 'series', 'library', 'device', 'everywhere'] as const)
          .filter(scope => scope !== now)
          .map(scope => (
            <button
              key={scope}
              type="button"
              className={classes.button}
              onClick={() => {
                saved.useIn(scope)
                setDone(scope)
              }}
            >
              {tr(USES[scope])}
            </button>
          ))}
        {own && done === null && (
          <button type="button" className={classes.button} onClick={saved.forgetOwn}>
            {tr('scope.reset')}
          </button>
        )}
      </div>
    </div>
  )
}
