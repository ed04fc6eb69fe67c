import type { AbsenceDto, LibraryDto } from '../../../../api/types'
import { t } from '../../../../messages'

/** What is wrong with a folder of a library, in a few words each; nothing: it is there. */
export function folderStates({ absences }: Pick<LibraryDto, 'absences'>, folder: string): string[] {
  return absences
    .filter(absence => absence.folder === folder)
    .map(({ path, reason }) => {
      const state = t(`folders.state.${reason}`)
      return path === '' ? state : t('folders.stateWithin', { path, state })
    })
}

/** The whole path of a place whose books are missed. */
export function placeOfAbsence({ folder, path }: Pick<AbsenceDto, 'folder' | 'path'>): string {
  return pathIn(folder, path)
}

/** A path below a folder as a whole one. */
export function pathIn(folder: string, path: string): string {
  const slash = folder.includes('\\') ? '\\' : '/'
  return path === '' ? folder : `${folder}${slash}${path}`
}
