import { sep } from 'node:path'

/** How a folder relates to another library's folder; null if they don't overlap. */
export function overlap(folder: string, other: string): 'same' | 'inside' | 'around' | null {
  if (folder === other) return 'same'
  if (folder.startsWith(other + sep)) return 'inside'
  return other.startsWith(folder + sep) ? 'around' : null
}

/** Why folders conflict within one library; null if they do not. */
export function nestedSentence(folders: readonly string[]): string | null {
  for (const [index, folder] of folders.entries()) {
    if (folders.indexOf(folder) !== index) return `This library already has the folder ${folder}`
    const around = folders.find(other => overlap(folder, other) === 'inside')
    if (around !== undefined) return `The folder ${folder} is inside ${around}: its books are already included`
  }
  return null
}

/** Why a folder of one library conflicts with a folder of another; null when it doesn't. */
export function overlapSentence(
  folder: string,
  other: { readonly name: string; readonly path: string },
): string | null {
  switch (overlap(folder, other.path)) {
    case 'same':
      return `The library ${other.name} already has this folder`
    case 'inside':
      return `This folder is inside the library ${other.name} (${other.path}): its books are already included`
    case 'around':
      return `The library ${other.name} (${other.path}) is inside this folder: choose folders that do not contain each other`
    case null:
      return null
  }
}
