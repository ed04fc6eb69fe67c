import {
  IconHome,
  IconHomeOff,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconReplace,
  IconShare2,
  IconTrash,
  IconUserOff,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { FilterPresetDto } from '../../api/types'
import { toast } from '../../ui/toast'
import { useMay } from '../auth'
import type { Question } from '../lists'
import { changePreset, deletePreset, pinPreset, tryOut } from './change-preset'
import { tp } from './messages'
import { presetOfQuestion } from './preset-question'
import classes from './presets-menu.module.css'
import { RenameForm } from './rename-form'
import { useHomePlace } from './use-home-place'

type Props = {
  readonly preset: FilterPresetDto
  readonly question: Question
  readonly isCurrent: boolean
  readonly onDone: () => void
}

/** Actions on a saved filter: all for one's own, pinning for those of others. */
export function PresetActions({ preset, question, isCurrent, onDone }: Props) {
  const [renaming, setRenaming] = useState(false)
  const mayShare = useMay('collections-write')
  const mayManage = useMay('system-admin') || preset.mine
  const home = useHomePlace(preset)
  const { name, pinned, shared } = preset
  if (renaming) return <RenameForm preset={preset} onDone={onDone} />

  const act = (work: Promise<unknown>) => {
    tryOut(work)
    onDone()
  }
  const replace = async () => {
    const { target, ...asked } = presetOfQuestion(question)
    await changePreset(preset, asked)
    toast({ message: tp('preset.updated', { name }) })
  }
  return (
    <div className={classes.actions}>
      <Action
        icon={pinned ? <IconPinnedOff /> : <IconPin />}
        label={tp(pinned ? 'preset.unpin' : 'preset.pin')}
        onClick={() => act(pinPreset(preset, !pinned))}
      />
      {home && (
        <Action
          icon={home.isThere ? <IconHomeOff /> : <IconHome />}
          label={tp(home.isThere ? 'preset.removeFromHome' : 'preset.home')}
          onClick={() => act(home.toggle())}
        />
      )}
      {mayManage && (
        <>
          <Action icon={<IconPencil />} label={tp('preset.rename')} onClick={() => setRenaming(true)} />
          {!isCurrent && preset.target === question.kind && (
            <Action icon={<IconReplace />} label={tp('preset.replace')} onClick={() => act(replace())} />
          )}
          {(shared || mayShare) && (
            <Action
              icon={shared ? <IconUserOff /> : <IconShare2 />}
              label={tp(shared ? 'preset.unshare' : 'preset.share')}
              onClick={() => act(changePreset(preset, { shared: !shared }))}
            />
          )}
          <Action icon={<IconTrash />} label={tp('preset.delete')} danger onClick={() => act(deletePreset(preset))} />
        </>
      )}
    </div>
  )
}

type ActionProps = {
  readonly icon: ReactNode
  readonly label: string
  readonly danger?: boolean
  readonly onClick: () => void
}

function Action({ icon, label, danger = false, onClick }: ActionProps) {
  return (
    <button type="button" data-danger={danger} onClick={onClick}>
      {icon}
      {label}
    </button>
  )
}
