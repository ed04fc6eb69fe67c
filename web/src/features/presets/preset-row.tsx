import { IconCheck, IconDots, IconPinFilled } from '@tabler/icons-react'
import type { FilterPresetDto } from '../../api/types'
import type { Question } from '../lists'
import { tp } from './messages'
import { PresetActions } from './preset-actions'
import { PresetLink } from './preset-link'
import classes from './presets-menu.module.css'

type Props = {
  readonly preset: FilterPresetDto
  /** The current query. */
  readonly question: Question
  readonly libraryId: string | null
  readonly isCurrent: boolean
  readonly opened: boolean
  readonly onOpen: (opened: boolean) => void
  readonly onClose: () => void
}

/** A saved filter in the menu: a link to its list, and its actions on demand. */
export function PresetRow({ preset, question, libraryId, isCurrent, opened, onOpen, onClose }: Props) {
  const { name, target, mine, shared, ownerName, problem } = preset
  const words = [
    tp(target === 'books' ? 'preset.books' : 'preset.series'),
    !mine ? tp('preset.sharedBy', { name: ownerName }) : shared && tp('preset.shared'),
    problem && tp('preset.outdated'),
  ]
  return (
    <li data-opened={opened} className={classes.item}>
      <div className={classes.line}>
        <PresetLink
          preset={preset}
          libraryId={libraryId}
          current={isCurrent}
          className={classes.link}
          onClick={onClose}
        >
          <span className={classes.name}>
            {name}
            {preset.pinned && <IconPinFilled size={13} aria-label={tp('preset.pinned')} role="img" />}
          </span>
          <span className={classes.quiet}>{words.filter(Boolean).join(' · ')}</span>
        </PresetLink>
        {isCurrent && <IconCheck className={classes.check} size={18} stroke={2} aria-hidden />}
        <button
          type="button"
          className={classes.more}
          aria-label={tp('preset.actions', { name })}
          aria-expanded={opened}
          onClick={() => onOpen(!opened)}
        >
          <IconDots size={18} stroke={2} />
        </button>
      </div>
      {opened && (
        <PresetActions preset={preset} question={question} isCurrent={isCurrent} onDone={() => onOpen(false)} />
      )}
    </li>
  )
}
