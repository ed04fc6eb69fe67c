import { useState } from 'react'
import { tr } from '../messages'
import type { SavedSettings, SettingsScopeName } from '../settings/use-settings'
import classes from './settings-scope.module.css'

type Props = {
  readonly series: string
  readonly saved: Pick<SavedSettings<object>, 'scope' | 'useIn' | 'reset'>
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
  const { scope } = saved
  // Changes are saved for the series anyway, or for everywhere: that is no choice of its own.
  const isOwn = scope === 'book' || scope === 'series' || (home === 'everywhere' && scope !== null && scope !== home)
  const now = done ?? (isOwn ? scope : null)
  const said = now ? (`scope.${now}` as const) : home === 'series' ? 'scope.none' : 'scope.everyBook'
  const holds = [now ?? home, scope]
  return (
    <div className={classes.scope}>
      <p className={classes.said} role="status">
        {tr(said, { series })}
      </p>
      <div className={classes.ways}>
        {(['book', 'series', 'library', 'device', 'everywhere'] as const)
          .filter(each => !holds.includes(each))
          .map(each => (
            <button
              key={each}
              type="button"
              className={classes.button}
              onClick={() => {
                saved.useIn(each)
                setDone(each)
              }}
            >
              {tr(USES[each])}
            </button>
          ))}
        {isOwn && (
          <button
            type="button"
            className={classes.button}
            onClick={() => {
              saved.reset()
              setDone(null)
            }}
          >
            {tr('scope.reset')}
          </button>
        )}
      </div>
    </div>
  )
}
