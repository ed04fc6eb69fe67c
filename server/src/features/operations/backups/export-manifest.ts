import { z } from 'zod'
import { manifestFile } from './manifest-file'

const MANIFEST_VERSION = 1

const stored = {
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
}

const Table = z.object({
  name: z.string().regex(/^[a-z_]{1,100}$/),
  file: z.string().regex(/^tables\/[a-z_]{1,100}\.jsonl$/),
  columns: z.array(z.string().regex(/^[a-z0-9_]{1,100}$/)).max(1_000),
  ...stored,
  /** The highest key ever assigned; null if rows have no keys. */
  lastKey: z.number().int().nullable(),
})

const Manifest = z.object({
  format: z.literal('octavo-export'),
  version: z.literal(MANIFEST_VERSION),
  createdAt: z.iso.datetime(),
  /** The version of Octavo. */
  octavo: z.string().max(100),
  /** Identifies the server; null without keys. */
  server: z.string().max(100).nullable(),
  /** Whether passwords, keys and sessions are included. */
  keys: z.boolean(),
  /** Migrations of the database: they define its tables. */
  steps: z.array(z.string().max(200)).max(10_000),
  tables: z.array(Table).max(1_000),
  /** List of the files: one line each, with name, size and checksum. */
  files: z.object({ file: z.literal('files.jsonl'), ...stored, total: z.number().int().min(0) }),
})
export type ExportManifest = z.infer<typeof Manifest>

export const exportManifest = manifestFile({ schema: Manifest, version: MANIFEST_VERSION, noun: 'export' })

/** A line of `files.jsonl`. */
export const ExportedFile = z.object({
  /** Its path below `files/`. */
  name: z
    .string()
    .max(100)
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/),
  bytes: z.number().int().min(0),
  sha256: stored.sha256,
})
export type ExportedFile = z.infer<typeof ExportedFile>
