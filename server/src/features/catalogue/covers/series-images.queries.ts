import type { Reader, Tx } from '../../../db'
import { isLocked, SERIES_LOCKS } from '../../../kernel/field-locks'

/** An image in the folder of a series. */
export interface CoverImage {
  /** The folder of the library. */
  readonly folderPk: number
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modifiedMs: number
}

/** A series that has, or will get, such an image as cover. */
export interface SeriesOfImage {
  readonly pk: number
  readonly id: string
  /** Below the library's folder. */
  readonly path: string
  readonly cover_image: string | null
  readonly cover_version: string | null
  /** Bits; see kernel/field-locks. */
  readonly locks: number
}

/** Series with an image cover: the named ones, else of the libraries, else all. */
export interface ImageScope {
  readonly seriesIds?: readonly string[] | undefined
  readonly libraryIds?: readonly string[] | undefined
}

/** Serialised, to compare images. */
export function textOfImage({ folderPk, name, size, modifiedMs }: CoverImage): string {
  return JSON.stringify({ folderPk, name, size, modifiedMs })
}

export function imageOfText(text: string): CoverImage {
  return JSON.parse(text) as CoverImage
}

export async function seriesOfImages(reader: Reader, scope: ImageScope): Promise<SeriesOfImage[]> {
  if (scope.seriesIds?.length === 0 || scope.libraryIds?.length === 0) return []
  let query = reader.query
    .selectFrom('series')
    .select(['series.pk', 'series.id', 'series.path', 'series.cover_image', 'series.cover_version', 'series.locks'])
    .where('series.cover_image', 'is not', null)
    .where('series.book_count', '>', 0)
  if (scope.seriesIds) query = query.where('series.id', 'in', [...scope.seriesIds])
  const { libraryIds } = scope
  if (libraryIds) {
    query = query.where('series.library_pk', 'in', eb =>
      eb
        .selectFrom('libraries')
        .select('pk')
        .where('id', 'in', [...libraryIds]),
    )
  }
  return query.orderBy('series.pk').execute()
}

/** Whether its cover is locked or chosen by a person: images in the folder don't change it. */
export function isChosen({ locks, cover_image, cover_version }: SeriesOfImage): boolean {
  return isLocked(SERIES_LOCKS, locks, 'cover') || (cover_image === null && cover_version !== null)
}

/** The path of the library's folder; null if it is gone. */
export async function folderPath(reader: Reader | Tx, folderPk: number): Promise<string | null> {
  const row = await reader.query
    .selectFrom('library_folders')
    .select('path')
    .where('pk', '=', folderPk)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.path ?? null
}
