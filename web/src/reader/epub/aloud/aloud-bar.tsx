import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackNext, IconPlayerTrackPrev, IconX } from '@tabler/icons-react'
import { FLOATS } from '../../../ui/floating-keys'
import { QuietSelect } from '../../../ui/quiet-select'
import { BarButton } from '../../chrome/bar-button'
import { tr } from '../../messages'
import type { Epub } from '../use-epub'
import classes from './aloud-bar.module.css'
import type { Aloud } from './use-aloud'

const RATES = ['0.6', '0.8', '1', '1.2', '1.5', '2'] as const

/** Controls for reading aloud: pause, previous and next sentence, speed and voice. */
export function AloudBar({ aloud, epub }: { readonly aloud: Aloud; readonly epub: Epub }) {
  const { settings, change } = epub.saved
  if (aloud.state === 'off') return null
  const language = (epub.manifest.metadata.language ?? '').split('-')[0]?.toLowerCase() ?? ''
  const fitting = aloud.voices.filter(({ lang }) => language === '' || lang.toLowerCase().startsWith(language))
  const voices = fitting.length > 0 ? fitting : aloud.voices
  const isKnown = voices.some(({ voiceURI }) => voiceURI === settings.voice)
  const playing = aloud.state === 'speaking'
  const rate = RATES.find(value => Number(value) === settings.speechRate) ?? '1'
  return (
    <div {...FLOATS} className={classes.bar} role="toolbar" data-aloud aria-label={tr('aloud')}>
      {aloud.state === 'failed' ? (
        <p className={classes.failed} role="alert">
          {tr('aloud.failed')}
        </p>
      ) : (
        <>
          <BarButton
            label={tr('aloud.previous')}
            icon={<IconPlayerTrackPrev size={20} />}
            onClick={() => aloud.step(-1)}
          />
          <BarButton
            label={tr(playing ? 'aloud.pause' : 'aloud.resume')}
            icon={playing ? <IconPlayerPause size={22} /> : <IconPlayerPlay size={22} />}
            onClick={playing ? aloud.pause : aloud.resume}
          />
          <BarButton label={tr('aloud.next')} icon={<IconPlayerTrackNext size={20} />} onClick={() => aloud.step(1)} />
          <QuietSelect
            label={tr('aloud.speed')}
            value={rate}
            onChange={value => change({ speechRate: Number(value) })}
            choices={RATES.map(value => ({ value, label: `${value}×` }))}
          />
          {voices.length > 1 && (
            <span className={classes.voice}>
              <QuietSelect<string>
                label={tr('aloud.voice')}
                value={isKnown ? settings.voice : ''}
                onChange={voice => change({ voice })}
                choices={[
                  { value: '', label: tr('aloud.anyVoice') },
                  ...voices.map(({ voiceURI, name }) => ({ value: voiceURI, label: name })),
                ]}
              />
            </span>
          )}
        </>
      )}
      <BarButton label={tr('aloud.stop')} icon={<IconX size={20} />} onClick={aloud.stop} />
    </div>
  )
}
