import { cleanName, datedName } from './clean-name.rules'
import { stemOf } from './file-stem'
import { partsOf } from './series-place'

/** A numbered book with a year in its name, which its title leaves out. */
interface DatedFile {
  /** How the paths of other editions start: `Thor/Thor 001` for `Thor/Thor 001 (1998).cbz`. */
  readonly start: string
  /** Folder and title without the year. */
  readonly title: string
  readonly year: string
}

export function datedFile(path: string): DatedFile | null {
  const { folders, name } = partsOf(path)
  const stem = stemOf(name)
  const dated = datedName(stem)
  const title = cleanName(stem)
  if (!dated || title === cleanName(stem, { hasOtherEdition: true })) return null
  const folder = [...folders, ''].join('/')
  return { start: `${folder}${dated.base}`, title: `${folder}${title}`, year: dated.year }
}

/** Whether two files of a folder differ in their year, while their titles would be the same without it. */
export function areEditions(one: DatedFile | null, other: DatedFile | null): boolean {
  return one !== null && other !== null && one.title === other.title && one.year !== other.year
}

/** Which of some paths have another edition among them. */
export function editionsAmong(paths: readonly string[]): ReadonlySet<string> {
  const dated = paths.flatMap(path => {
    const file = datedFile(path)
    return file ? [{ path, ...file }] : []
  })
  const found = new Set<string>()
  for (const alike of Map.groupBy(dated, ({ title }) => title).values()) {
    if (alike.every(({ year }) => year === alike[0]?.year)) continue
    for (const { path } of alike) found.add(path)
  }
  return found
}
