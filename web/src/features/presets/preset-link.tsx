import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FilterPresetDto } from '../../api/types'
import { searchOfPreset } from './preset-question'

type Props = {
  readonly preset: FilterPresetDto
  /** The current library: a filter for all libraries is applied there. */
  readonly libraryId?: string | null
  readonly className?: string | undefined
  readonly title?: string
  readonly current?: boolean
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** Links to the list of a saved filter. */
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
