import { IconBookmark } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import type { Question } from '../lists'
import classes from './presets-button.module.css'

const PresetsMenu = lazyPart(() => import('./presets-menu'))

type Props = {
  /** The current query. */
  readonly question: Question
  readonly library: { readonly id: string; readonly name: string } | null
}

/** Saved filters, next to a list; the menu is loaded when it is first opened. */
export function PresetsButton({ question, library }: Props) {
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={classes.button}
      aria-label={t('presets.title')}
      title={t('presets.title')}
      // The menu brings the button again: the focus stays on it.
      // biome-ignore lint/a11y/noAutofocus: only what was pressed a moment ago
      autoFocus={asked}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => {
        setAsked(true)
        setOpened(!opened)
      }}
    >
      <IconBookmark size={18} stroke={1.8} />
    </button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <PresetsMenu
        question={question}
        library={library}
        opened={opened}
        onClose={() => setOpened(false)}
        target={button}
      />
    </Suspense>
  )
}
