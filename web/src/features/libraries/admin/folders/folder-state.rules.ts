import type { AbsenceDto, LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'

/** Problems of a library folder, in a few words each; empty if it is available. */
export function folderStates({ absences }: Pick<LibraryDto, 'absences'>, folder: string): string[] {
  return absences
    .filter(absence => absence.folder === folder)
    .map(({ path, reason }) => {
      const state = t(`folders.state.${reason}`)
      return path === '' ? state : t('folders.stateWithin', { path, state })
    })
}

/** The full path of a place with missing books. */
export function placeOfAbsence({ folder, path }: Pick<AbsenceDto, 'folder' | 'path'>): string {
  return pathIn(folder, path)
}

/** The full path for a path below a folder. */
export function pathIn(folder: string, path: string): string {
  const slash = folder.includes('\\') ? '\\' : '/'
  return path === '' ? folder : `${folder}${slash}${path}`
}
