import type { BookDto } from '../../api/types'

/** Whether a book is a novel in no series, whose page stands for its series: that is named after its title or its file. */
export function isOneOff({ authors, number, title, seriesName, path }: BookDto): boolean {
  if (!authors || number !== null) return false
  const [fileName = ''] = path.split('/').slice(-1)
  // "Dune Messiah.epub" is not named "Dune".
  return (
    title === seriesName || (fileName.startsWith(seriesName) && /^\s*[-([.]/.test(fileName.slice(seriesName.length)))
  )
}
