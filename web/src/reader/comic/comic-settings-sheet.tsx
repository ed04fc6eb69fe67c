import { Button } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowsDown,
  IconBook2,
  IconDeviceMobileRotated,
  IconFile,
  IconKeyboard,
  IconMarquee2,
} from '@tabler/icons-react'
import { tm } from '../../features/marks'
import bar from '../chrome/bars.module.css'
import { Choice, RangeRow, SwitchRow } from '../chrome/choice'
import { SettingsScope } from '../chrome/settings-scope'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import type { SavedSettings } from '../settings/use-settings'
import { BACKGROUNDS, type ComicSettings } from './comic-settings'
import { FitChoice } from './fit-choice'
import { fillsWidth } from './strip.rules'
import { TapsChoice } from './taps-choice'

type Props = {
  readonly saved: SavedSettings<ComicSettings>
  readonly series: string
  /** Where the bar has no room for its button. */
  readonly onMarkArea?: (() => void) | undefined
  readonly onKeys: () => void
  readonly onClose: () => void
}

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

export function ComicSettingsSheet({ saved, series, onMarkArea, onKeys, onClose }: Props) {
  const { settings, change } = saved
  const strip = settings.direction === 'webtoon'
  const isNarrow = fillsWidth({ width: window.innerWidth })
  const sideways = settings.direction === 'ltr' || settings.direction === 'rtl'
  return (
    <Sheet title={tr('settings')} clear onClose={onClose}>
      {onMarkArea && (
        <div className={bar.narrow}>
          <Button variant="default" leftSection={<IconMarquee2 {...icon} />} onClick={onMarkArea}>
            {tm('marks.region')}
          </Button>
        </div>
      )}
      <Choice
        label={tr('direction')}
        value={settings.direction}
        onChange={direction => change({ direction })}
        options={[
          { value: 'ltr', label: tr('direction.ltr'), icon: <IconArrowBarToRight {...icon} /> },
          { value: 'rtl', label: tr('direction.rtl'), icon: <IconArrowBarToLeft {...icon} /> },
          { value: 'ttb', label: tr('direction.ttb'), icon: <IconArrowBarToDown {...icon} /> },
          { value: 'webtoon', label: tr('direction.webtoon'), icon: <IconArrowsDown {...icon} /> },
        ]}
      />
      {sideways && (
        <Choice
          label={tr('layout')}
          value={settings.layout}
          onChange={layout => change({ layout })}
          options={[
            { value: 'single', label: tr('layout.single'), icon: <IconFile {...icon} /> },
            { value: 'double', label: tr('layout.double'), icon: <IconBook2 {...icon} /> },
            { value: 'auto', label: tr('layout.auto'), icon: <IconDeviceMobileRotated {...icon} /> },
          ]}
        />
      )}
      {!strip && <FitChoice fit={settings.fit} onChange={fit => change({ fit })} />}
      {strip && !isNarrow && (
        <RangeRow
          label={tr('stripWidth')}
          value={settings.stripWidth}
          min={20}
          max={100}
          step={5}
          shown={tr('percent', { share: settings.stripWidth })}
          onChange={stripWidth => change({ stripWidth })}
        />
      )}
      {sideways && settings.layout !== 'single' && (
        <SwitchRow
          label={tr('coverAlone')}
          checked={settings.coverAlone}
          onChange={coverAlone => change({ coverAlone })}
        />
      )}
      {strip ? (
        <RangeRow
          label={tr('scrollSpeed')}
          value={settings.scrollSpeed}
          min={20}
          max={400}
          step={10}
          shown={tr('scrollSpeed.value', { pixels: settings.scrollSpeed })}
          onChange={scrollSpeed => change({ scrollSpeed })}
        />
      ) : (
        <SwitchRow label={tr('panels')} checked={settings.panels} onChange={panels => change({ panels })} />
      )}
      <SwitchRow label={tr('crop')} checked={settings.crop} onChange={crop => change({ crop })} />
      <SettingsScope series={series} saved={saved} home="series" />
      <Choice
        label={tr('background')}
        value={settings.background}
        onChange={background => change({ background })}
        options={BACKGROUNDS.map(value => ({ value, label: tr(`background.${value}`) }))}
      />
      <RangeRow
        label={tr('brightness')}
        value={settings.brightness}
        min={30}
        max={150}
        step={5}
        shown={tr('percent', { share: settings.brightness })}
        onChange={brightness => change({ brightness })}
      />
      <SwitchRow label={tr('grayscale')} checked={settings.grayscale} onChange={grayscale => change({ grayscale })} />
      <SwitchRow label={tr('night')} checked={settings.night} onChange={night => change({ night })} />
      <TapsChoice taps={settings.taps} direction={settings.direction} onChange={taps => change({ taps })} />
      {!strip && <SwitchRow label={tr('slide')} checked={settings.slide} onChange={slide => change({ slide })} />}
      {/* A page turner on a phone: the bar has no room for the button, and there is no key for it. */}
      <div className={bar.narrow}>
        <Button variant="default" leftSection={<IconKeyboard {...icon} />} onClick={onKeys}>
          {tr('keys')}
        </Button>
      </div>
    </Sheet>
  )
}
