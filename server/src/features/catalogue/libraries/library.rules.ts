import { sep } from 'node:path'
import { refused } from '../../../kernel/app-error'

/** How a folder relates to another library's folder; null if they don't overlap. */
export function overlap(folder: string, other: string): 'same' | 'inside' | 'around' | null {
  if (folder === other) return 'same'
  if (folder.startsWith(other + sep)) return 'inside'
  return other.startsWith(folder + sep) ? 'around' : null
}

/** @throws Conflict for folders of one library that contain each other */
export function refuseNested(folders: readonly string[]): void {
  for (const [index, folder] of folders.entries()) {
    const around = folders.find(other => overlap(folder, other) === 'inside')
    const isTwice = folders.indexOf(folder) !== index
    if (!isTwice && around === undefined) continue
    const message = isTwice
      ? `This library already has the folder ${folder}`
      : `The folder ${folder} is inside ${around}: its books are already included`
    throw refused('Conflict', 'folder_twice', message, { where: folder })
  }
}

/** @throws Conflict for a folder that overlaps one of another library */
export function refuseOverlapWith(
  folder: string,
  { name, path }: { readonly name: string; readonly path: string },
): void {
  const how = overlap(folder, path)
  if (how === null) return
  const message = {
    same: `The library ${name} already has this folder`,
    inside: `This folder is inside the library ${name} (${path}): its books are already included`,
    around: `The library ${name} (${path}) is inside this folder: choose folders that do not contain each other`,
  }[how]
  throw refused('Conflict', 'folder_taken', message, { where: folder, name })
}
