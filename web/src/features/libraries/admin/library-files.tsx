import { NativeSelect, Textarea } from '@mantine/core'
import { WRITE_BACK_MODES, type WriteBackMode } from '@octavo/contract/formats'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { LibraryDto } from '../../../api/types'
import { t } from '../../../messages'
import { Toggle } from '../../../ui/toggle'
import classes from './library-files.module.css'
import section from './naming/naming-section.module.css'
import { scanningChoice } from './scanning.rules'

const formats = ['CBZ', 'CBR', 'EPUB', 'PDF'] as const

/** File settings of a library in the form. */
export type FilesDraft = {
  readonly formats: readonly string[]
  readonly excluded: string
  /** Whether a folder of images is a book. */
  readonly imageFolders: boolean
  /** Where metadata is written on request. */
  readonly writeBack: WriteBackMode
}

export function filesDraftOf(library: LibraryDto | undefined): FilesDraft {
  return {
    formats: library?.allowedFormats ?? formats,
    excluded: library?.excludedPatterns ?? '',
    imageFolders: scanningChoice(library).imageFolders,
    writeBack: scanningChoice(library).writeBack,
  }
}

/** Selecting all formats is saved as no restriction, so that future ones are included. */
export function filesRequest({ formats: chosen, excluded }: FilesDraft) {
  return {
    allowedFormats: chosen.length === formats.length ? null : [...chosen],
    excludedPatterns: excluded.trim() === '' ? null : excluded,
  }
}

type Props = { readonly draft: FilesDraft; readonly onChange: (change: (now: FilesDraft) => FilesDraft) => void }

export function LibraryFiles({ draft, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const set = (part: Partial<FilesDraft>) => onChange(now => ({ ...now, ...part }))
  const toggle = (format: string, on: boolean) =>
    onChange(now => ({ ...now, formats: formats.filter(one => (one === format ? on : now.formats.includes(one))) }))
  return (
    <details className={section.section} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={section.summary}>
        <IconChevronRight size={18} stroke={1.8} aria-hidden className={section.arrow} />
        <span>{t('libraries.files')}</span>
        <span className={section.hint}>{t('libraries.filesHint')}</span>
      </summary>
      {open && (
        <div className={classes.fields}>
          <fieldset className={classes.formats}>
            <legend>{t('libraries.formats')}</legend>
            {formats.map(format => (
              <Toggle
                key={format}
                label={t(`libraries.format.${format}`)}
                on={draft.formats.includes(format)}
                disabled={draft.formats.length === 1 && draft.formats[0] === format}
                onChange={on => toggle(format, on)}
              />
            ))}
          </fieldset>
          <Toggle
            label={t('libraries.imageFolders')}
            hint={t('libraries.imageFoldersHint')}
            on={draft.imageFolders && draft.formats.includes('CBZ')}
            disabled={!draft.formats.includes('CBZ')}
            onChange={imageFolders => set({ imageFolders })}
          />
          <NativeSelect
            label={t('libraries.writeBack')}
            description={t('libraries.writeBackHint')}
            data={WRITE_BACK_MODES.map(value => ({ value, label: t(`libraries.writeBack.${value}`) }))}
            value={draft.writeBack}
            onChange={event => {
              const chosen = event.currentTarget.value
              set({ writeBack: WRITE_BACK_MODES.find(each => each === chosen) ?? 'off' })
            }}
          />
          <Textarea
            label={t('libraries.excluded')}
            description={t('libraries.excludedHint')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            spellCheck={false}
            value={draft.excluded}
            onChange={event => set({ excluded: event.currentTarget.value })}
          />
        </div>
      )}
    </details>
  )
}
