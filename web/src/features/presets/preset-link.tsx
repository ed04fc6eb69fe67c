import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FilterPresetDto } from '../../api/types'
import { searchOfPreset } from './preset-question'

type Props = {
  readonly preset: FilterPresetDto
  /** The library that is looked at: a filter for all of them is asked there. */
  readonly libraryId?: string | null
  readonly className?: string | undefined
  readonly title?: string
  readonly current?: boolean
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Leads to the list that a saved filter asks for. */
export function PresetLink({ preset, libraryId = null, current, ...props }: Props) {
  const place = preset.libraryId ?? libraryId
  const shared = {
    search: searchOfPreset(preset),
    activeOptions: { exact: true },
    'aria-current': current ? ('true' as const) : undefined,
    ...props,
  }
  return place ? (
    <Link to="/libraries/$libraryId" params={{ libraryId: place }} {...shared} />
  ) : (
    <Link to="/library" {...shared} />
  )
}
