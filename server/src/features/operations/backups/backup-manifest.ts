import { z } from 'zod'
import { manifestFile } from './manifest-file'

const MANIFEST_VERSION = 1
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/

const Part = z.object({
  name: z.string().max(100),
  file: z.string().regex(FILE_NAME),
  bytes: z.number().int().min(0),
  /** Of the file as it is stored. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Decrypted and decompressed. */
  unpackedBytes: z.number().int().min(0),
})
export type BackupPart = z.infer<typeof Part>

const Manifest = z.object({
  format: z.literal('octavo-backup'),
  version: z.literal(MANIFEST_VERSION),
  createdAt: z.iso.datetime(),
  /** The version of Octavo. */
  octavo: z.string().max(100),
  /** Identifies a server. */
  server: z.string().max(100),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** Its applied migrations. */
    steps: z.array(z.string().max(200)).max(10_000),
    /** Rows by table. */
    rows: z.record(z.string().max(100), z.number().int().min(0)),
  }),
  encryption: z.literal('age').nullable(),
  parts: z.array(Part).max(1_000),
})
export type BackupManifest = z.infer<typeof Manifest>

export const backupManifest = manifestFile({ schema: Manifest, version: MANIFEST_VERSION, noun: 'backup' })
