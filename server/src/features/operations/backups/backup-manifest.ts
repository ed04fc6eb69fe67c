import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A backup or restore that is not possible; the message is a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export const MANIFEST_FILE = 'manifest.json'
/** Incremented when an older Octavo could not restore a newer backup. */
export const MANIFEST_VERSION = 1
/** A longer file is not a manifest. */
const MOST_BYTES = 1024 ** 2
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
  version: z.number().int().min(1),
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

/** The text of a manifest, with a checksum of everything else. */
export function manifestText(manifest: BackupManifest): string {
  return `${JSON.stringify({ ...manifest, checksum: checksum(manifest) }, null, 2)}\n`
}

/** @throws BackupRefused if the folder is not a complete backup, or incompatible with this version */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const found = await readManifestText(folder)
  const version = (found as { version?: unknown } | null)?.version
  if (typeof version === 'number' && version > MANIFEST_VERSION) {
    throw new BackupRefused(`The backup ${folder} was made by a newer Octavo. Restore it with that version.`)
  }
  const parsed = Manifest.safeParse(found)
  if (!parsed.success || (found as { checksum?: unknown }).checksum !== checksum(parsed.data)) {
    throw new BackupRefused(`The manifest of ${folder} is damaged. Use another backup.`)
  }
  return parsed.data
}

async function readManifestText(folder: string): Promise<unknown> {
  const path = join(folder, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) {
    throw new BackupRefused(`${folder} is not a backup: it has no ${MANIFEST_FILE}. An unfinished backup has none.`)
  }
  try {
    if (file.size > MOST_BYTES) throw new Error('too large')
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    throw new BackupRefused(`The manifest of ${folder} is damaged. Use another backup.`)
  }
}

function checksum(manifest: BackupManifest): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(Manifest.parse(manifest))).digest('hex')
}
