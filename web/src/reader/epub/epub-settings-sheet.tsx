import { Button } from '@mantine/core'
import { IconArticle, IconBook2, IconFile, IconScript, IconVolume } from '@tabler/icons-react'
import bar from '../chrome/bars.module.css'
import { Choice, RangeRow, SwitchRow } from '../chrome/choice'
import { SettingsScope } from '../chrome/settings-scope'
import { Sheet } from '../chrome/sheet'
import { FitChoice } from '../comic/fit-choice'
import { TapsChoice } from '../comic/taps-choice'
import { tr } from '../messages'
import type { Aloud } from './aloud/use-aloud'
import { ALIGNMENTS, type EpubSettings, HYPHENATIONS, paperOf, THEMES } from './epub-settings'
import { FontChoice } from './fonts/font-choice'
import classes from './small-sheets.module.css'
import type { Epub } from './use-epub'

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const

type Props = {
  readonly epub: Epub
  readonly aloud: Aloud
  readonly onClose: () => void
}

export function EpubSettingsSheet({ epub, aloud, onClose }: Props) {
  const { settings, change } = epub.saved
  const fixed = epub.fixed !== null
  const series = epub.book.seriesName ?? ''
  return (
    <Sheet title={tr('settings')} clear onClose={onClose}>
      {aloud.can && (
        <div className={bar.narrow}>
          <Button
            variant="default"
            leftSection={<IconVolume {...icon} />}
            onClick={() => {
              onClose()
              aloud.toggle()
            }}
          >
            {tr(aloud.on ? 'aloud.stop' : 'aloud')}
          </Button>
        </div>
      )}
      {fixed && (
        <>
          <ColumnsChoice epub={epub} name="spread" label={tr('layout')} />
          <FitChoice fit={settings.fit} onChange={fit => change({ fit })} />
          <SettingsScope series={series} saved={epub.saved} home="series" />
        </>
      )}
      <Choice
        label={tr('theme')}
        value={settings.theme}
        onChange={theme => change({ theme })}
        options={THEMES.map(theme => ({ value: theme, label: tr(`theme.${theme}`), icon: <Swatch theme={theme} /> }))}
        rows
      />
      {!fixed && <TextSettings epub={epub} />}
      {(fixed || settings.flow === 'paginated') && (
        <TapsChoice taps={settings.taps} direction={epub.direction} onChange={taps => change({ taps })} />
      )}
      <SwitchRow
        label={tr(fixed ? 'footer.pages' : 'footer')}
        checked={settings.footer}
        onChange={footer => change({ footer })}
      />
      {!fixed && <SettingsScope series={series} saved={epub.saved} home="everywhere" />}
    </Sheet>
  )
}

/** Paper and ink of a theme; both of the app's. */
function Swatch({ theme }: Pick<EpubSettings, 'theme'>) {
  const [light, dark] = [paperOf({ theme }, 'light'), paperOf({ theme }, 'dark')]
  return (
    <span
      className={classes.swatch}
      style={{
        background: `linear-gradient(135deg, ${light.background} 50%, ${dark.background} 50%)`,
        color: light.ink,
      }}
      aria-hidden
    >
      {theme !== 'app' && 'Aa'}
    </span>
  )
}

type ColumnsProps = { readonly epub: Epub; readonly name: 'columns' | 'spread'; readonly label: string }

/** Columns of a text, and pages of a fixed-layout book. */
function ColumnsChoice({ epub, name, label }: ColumnsProps) {
  const { settings, change } = epub.saved
  return (
    <Choice
      label={label}
      value={settings[name]}
      onChange={value => change({ [name]: value })}
      options={[
        { value: 'auto', label: tr('layout.auto') },
        { value: '1', label: tr('columns.1'), icon: <IconFile {...icon} /> },
        { value: '2', label: tr('columns.2'), icon: <IconBook2 {...icon} /> },
      ]}
    />
  )
}

const percent = (share: number) => tr('percent', { share })
const spacing = (share: number) => (share === 0 ? tr('spacing.normal') : `+${percent(share)}`)

type NumberProps = {
  readonly epub: Epub
  readonly name: 'fontSize' | 'margin' | 'letterSpacing' | 'wordSpacing'
  /** Smallest, largest and step. */
  readonly range: readonly [number, number, number]
  readonly shown: (value: number) => string
}

function NumberRow({ epub, name, range: [min, max, step], shown }: NumberProps) {
  const { settings, change } = epub.saved
  const value = settings[name]
  return (
    <RangeRow
      {...{ min, max, step, value }}
      label={tr(name)}
      shown={shown(value)}
      onChange={number => change({ [name]: number })}
    />
  )
}

function TextSettings({ epub }: { readonly epub: Epub }) {
  const { settings, change } = epub.saved
  const paginated = settings.flow === 'paginated'
  return (
    <>
      <NumberRow epub={epub} name="fontSize" range={[60, 260, 10]} shown={percent} />
      <FontChoice font={settings.font} onChange={font => change({ font })} />
      <Choice
        label={tr('flow')}
        value={settings.flow}
        onChange={flow => change({ flow })}
        options={[
          { value: 'paginated', label: tr('flow.paginated'), icon: <IconArticle {...icon} /> },
          { value: 'scrolled', label: tr('flow.scrolled'), icon: <IconScript {...icon} /> },
        ]}
        hint={paginated && epub.scrolls ? tr('flow.tooLong') : undefined}
      />
      {paginated && <ColumnsChoice epub={epub} name="columns" label={tr('columns')} />}
      <RangeRow
        label={tr('lineHeight')}
        value={settings.lineHeight === 0 ? 0.9 : settings.lineHeight}
        min={0.9}
        max={2.4}
        step={0.1}
        shown={settings.lineHeight === 0 ? tr('font.publisher') : String(settings.lineHeight)}
        onChange={height => change({ lineHeight: height < 1 ? 0 : Math.round(height * 10) / 10 })}
      />
      <NumberRow epub={epub} name="margin" range={[20, 300, 10]} shown={percent} />
      <Choice
        label={tr('align')}
        value={settings.align}
        onChange={align => change({ align })}
        options={ALIGNMENTS.map(value => ({ value, label: tr(`align.${value}`) }))}
      />
      <Choice
        label={tr('hyphens')}
        value={settings.hyphens}
        onChange={hyphens => change({ hyphens })}
        options={HYPHENATIONS.map(value => ({ value, label: tr(`hyphens.${value}`) }))}
      />
      <NumberRow epub={epub} name="letterSpacing" range={[0, 20, 1]} shown={spacing} />
      <NumberRow epub={epub} name="wordSpacing" range={[0, 60, 5]} shown={spacing} />
    </>
  )
}
