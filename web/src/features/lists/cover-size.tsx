import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../messages'
import classes from './cover-size.module.css'

const savedAs = 'octavo.coverSize'
/** Scale of covers at each step; the third is the default. */
const scales = [0.6, 0.78, 1, 1.3, 1.7, 2.2] as const
const usual = 2

/** The size of covers. Saved on this device, since it depends on the screen. */
export function useCoverSize() {
  const [step, setStep] = useState(read)
  return {
    step,
    scale: scales[step] ?? 1,
    change: (now: number) => {
      setStep(now)
      try {
        localStorage.setItem(savedAs, String(now))
      } catch {
        // Without storage the choice lasts until the page closes.
      }
    },
  }
}

function read(): number {
  try {
    const saved = Number(localStorage.getItem(savedAs) ?? usual)
    return Number.isInteger(saved) && scales[saved] ? saved : usual
  } catch {
    return usual
  }
}

export function CoverSize({ step, onChange }: { readonly step: number; readonly onChange: (step: number) => void }) {
  return (
    <label className={classes.size} title={t('lists.coverSize')}>
      <IconPhoto size={15} stroke={1.8} aria-hidden />
      <input
        type="range"
        aria-label={t('lists.coverSize')}
        min={0}
        max={scales.length - 1}
        step={1}
        value={step}
        onChange={event => onChange(Number(event.target.value))}
      />
    </label>
  )
}
