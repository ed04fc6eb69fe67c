import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import { useOpenedLater } from '../../ui/use-opened-later'
import type { Question } from '../lists'
import { tp } from './messages'
import { PresetForm } from './preset-form'
import { questionOfPreset, sameQuestion } from './preset-question'
import { PresetRow } from './preset-row'
import { presetsQuery } from './presets.queries'
import classes from './presets-menu.module.css'

type Props = {
  readonly question: Question
  readonly library: { readonly id: string; readonly name: string } | null
  readonly opened: boolean
  readonly onClose: () => void
  readonly target: ReactNode
}

/** Saved filters for the current library: open, change, and save the current query. */
export default function PresetsMenu({ question, library, opened, onClose, target }: Props) {
  const [saving, setSaving] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const presets = (useQuery(presetsQuery).data ?? []).filter(
    ({ libraryId }) => !libraryId || !library || libraryId === library.id,
  )
  const current = presets.find(
    preset =>
      (preset.libraryId ?? library?.id ?? null) === (library?.id ?? null) &&
      sameQuestion(questionOfPreset(preset), question),
  )
  const dropdown = useRef<HTMLDivElement>(null)
  // A closed form or removed row had the focus: it moves to the menu.
  useEffect(() => {
    if (opened && document.activeElement === document.body) dropdown.current?.focus({ preventScroll: true })
  })
  const close = () => {
    setSaving(false)
    setOpen(null)
    onClose()
  }
  return (
    <Popover
      opened={useOpenedLater(opened)}
      onChange={now => {
        if (!now) close()
      }}
      position="bottom-start"
      width={340}
      shadow="none"
      radius="lg"
      trapFocus
      returnFocus
      withinPortal
      portalProps={{ target: '#content' }}
      classNames={{ dropdown: classes.panel ?? '' }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown ref={dropdown} aria-label={t('presets.title')}>
        {saving ? (
          <PresetForm question={question} library={library} onDone={() => setSaving(false)} />
        ) : (
          <>
            {presets.length === 0 ? (
              <p className={classes.none}>{tp('preset.none')}</p>
            ) : (
              <ul className={classes.list}>
                {presets.map(preset => (
                  <PresetRow
                    key={preset.id}
                    preset={preset}
                    question={question}
                    libraryId={library?.id ?? null}
                    isCurrent={preset === current}
                    opened={open === preset.id}
                    onOpen={now => setOpen(now ? preset.id : null)}
                    onClose={close}
                  />
                ))}
              </ul>
            )}
            <div className={classes.foot}>
              {current ? (
                <p className={classes.none}>{tp('preset.savedAs', { name: current.name })}</p>
              ) : (
                <button type="button" className={classes.save} onClick={() => setSaving(true)}>
                  <IconPlus size={18} stroke={1.9} />
                  {tp('preset.save')}
                </button>
              )}
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
