import { z } from 'zod'

/** Version of the archive format: parts may be added within a version, none changes. */
export const ARCHIVE_FORMAT = 'octavo-data'
export const ARCHIVE_VERSION = 1

const Text = z.string().max(10_000)
const ExternalId = z.object({ source: z.string().max(200), id: z.string().max(1_000) })

export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().min(1),
  createdAt: z.iso.datetime({ offset: true }),
})
export type Manifest = z.infer<typeof Manifest>

/** Identifies a series on another server. */
export const SeriesIdentity = z.object({
  id: z.string().max(100),
  library: z.string().max(100),
  title: Text,
  year: z.int().nullable(),
  path: Text,
  externalIds: z.array(ExternalId).max(200),
})
export type SeriesIdentity = z.infer<typeof SeriesIdentity>

/** The same for a book. */
export const BookIdentity = z.object({
  id: z.string().max(100),
  series: z.string().max(100),
  library: z.string().max(100),
  title: Text,
  seriesTitle: Text,
  number: z.number().nullable(),
  volume: z.int().nullable(),
  year: z.int().nullable(),
  format: z.string().max(20),
  pageCount: z.int().min(0),
  fileHash: z.string().max(200),
  readerSyncHash: z.string().max(200).nullable(),
  path: Text,
  externalIds: z.array(ExternalId).max(200),
})
export type BookIdentity = z.infer<typeof BookIdentity>

export const LibraryIdentity = z.object({ id: z.string().max(100), name: Text })
export type LibraryIdentity = z.infer<typeof LibraryIdentity>
