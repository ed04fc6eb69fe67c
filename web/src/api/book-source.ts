import type { BookDto } from './types'

/** The authors of a novel, else the series; null for a book whose series only repeats its title. */
export function bookSource({ authors, seriesName, title }: Pick<BookDto, 'authors' | 'seriesName' | 'title'>) {
  return authors || (seriesName === title ? null : seriesName)
}
