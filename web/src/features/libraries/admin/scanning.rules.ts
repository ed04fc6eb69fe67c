import type { WriteBackMode } from '@octavo/contract/formats'
import type { LibraryDto, UpdateLibraryRequest } from '../../../api/types'

/** Scan options of the form. Both are on by default. */
export type ScanningChoice = {
  readonly watch: boolean
  readonly imageFolders: boolean
  /** Where metadata is written on request. */
  readonly writeBack: WriteBackMode
}

type Library = Pick<LibraryDto, 'scanningConfig'> | undefined

export function scanningChoice(library: Library): ScanningChoice {
  const { watch, imageFolders, writeBack = 'off' } = library?.scanningConfig ?? {}
  return { watch: watch !== false, imageFolders: imageFolders !== false, writeBack }
}

/** The complete scan settings with changes applied, since they are replaced as a whole. Undefined if unchanged. */
export function scanningChange(library: Library, choice: ScanningChoice): Pick<UpdateLibraryRequest, 'scanningConfig'> {
  const before = scanningChoice(library)
  const { watch, imageFolders, writeBack } = choice
  const changed = {
    ...(watch !== before.watch && { watch }),
    ...(imageFolders !== before.imageFolders && { imageFolders }),
    ...(writeBack !== before.writeBack && { writeBack }),
  }
  if (Object.keys(changed).length === 0) return {}
  return { scanningConfig: { enabled: true, scanMode: 'normal', ...library?.scanningConfig, ...changed } }
}
