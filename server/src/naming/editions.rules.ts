import { createHash } from 'node:crypto'
import { cleanName, yearOfName } from './clean-name.rules'
import { stemOf } from './file-stem'
import { partsOf } from './series-place'

/** A numbered book, by its name without the year. */
interface Edition {
  /** Folder and title without the year. */
  readonly title: string
  /** Null for a name without one. */
  readonly year: string | null
}

/** Null for a book whose title always has its year, and for names without a number. */
export function editionOf(path: string): Edition | null {
  const { folders, name } = partsOf(path)
  const stem = stemOf(name)
  const year = yearOfName(stem)
  const title = cleanName(stem)
  if (year === null ? !/\d/.test(title) : title === cleanName(stem, { hasOtherEdition: true })) return null
  return { title: [...folders, title].join('/'), year }
}

/** The same number for all editions of a book, and hardly ever for other books of its folder. */
export function editionKey(path: string): number {
  const title = editionOf(path)?.title ?? path
  return createHash('md5').update(title).digest().readUIntBE(0, 6)
}

/** Whether two files of a folder differ in their year, while their titles would be the same without it. */
export function areEditions(one: Edition | null, other: Edition | null): boolean {
  return one !== null && other !== null && one.title === other.title && one.year !== other.year
}

/** Which of some files have another edition among them. */
export function editionsAmong<File>(
  files: readonly File[],
  placeOf: (file: File) => { readonly folder: number | string; readonly path: string },
): ReadonlySet<File> {
  const editions = files.flatMap(file => {
    const { folder, path } = placeOf(file)
    const edition = editionOf(path)
    return edition ? [{ file, key: `${folder}\0${edition.title}`, year: edition.year }] : []
  })
  const found = new Set<File>()
  for (const alike of Map.groupBy(editions, ({ key }) => key).values()) {
    if (alike.every(({ year }) => year === alike[0]?.year)) continue
    for (const { file } of alike) found.add(file)
  }
  return found
}
