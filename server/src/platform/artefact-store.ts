/**
 * Files made by Octavo: thumbnails and pages, which it can make again, and pictures added by people. A key is a
 * relative path with slashes that identifies the content: it is never overwritten with other content, so that any
 * number of processes may write the same key concurrently, and a copy is never stale.
 */
export interface ArtefactStore {
  readonly kind: 'folder' | 's3'
  /** Whether all processes on the database share these files, as far as known. */
  readonly shared: boolean
  /** Moves a local file to the key, atomically; it is flushed to the disk when this resolves. */
  put(key: string, file: string): Promise<void>
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /**
   * The artefact, ready to be sent; null if missing.
   * @throws AppError ServiceUnavailable if the store does not respond
   */
  open(key: string): Promise<Blob | null>
  exists(key: string): Promise<boolean>
  /** Missing files are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Everything with the key prefix, which ends in a slash. */
  list(prefix: string): AsyncGenerator<StoredArtefact, void, void>
  /** Rejects if nothing can be stored now. */
  check(): Promise<void>
  counts(): ArtefactCounts
}

export interface StoredArtefact {
  readonly key: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** Since the process started. */
export interface ArtefactCounts {
  /** Opened from the folder, or from the local copy of a bucket. */
  readonly local: number
  /** Fetched over the network first. */
  readonly fetched: number
  readonly failures: number
}
