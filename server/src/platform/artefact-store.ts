/**
 * Files that Octavo has made: thumbnails and pages, which it can make again, and pictures that people added. A key is a relative path with slashes, and names
 * the content: what lies there once is never written over with something else, so that any number of processes may
 * write the same key at the same time, and a copy is never old.
 */
export interface ArtefactStore {
  readonly kind: 'folder' | 's3'
  /** Whether all processes on the database share these files, as far as known. */
  readonly shared: boolean
  /** Moves a file of this machine to the key, whole or not at all; it is flushed to the disk when this resolves. */
  put(key: string, file: string): Promise<void>
  putBytes(key: string, bytes: Uint8Array): Promise<void>
  /**
   * What can be sent as it is; null when there is nothing at the key.
   * @throws AppError ServiceUnavailable when the store does not answer
   */
  open(key: string): Promise<Blob | null>
  exists(key: string): Promise<boolean>
  /** Missing files are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Everything whose key begins with the prefix, which ends in a slash. */
  list(prefix: string): AsyncGenerator<StoredArtefact, void, void>
  /** Rejects when nothing could be stored now. */
  check(): Promise<void>
  counts(): ArtefactCounts
}

export interface StoredArtefact {
  readonly key: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** Since the process began. */
export interface ArtefactCounts {
  /** Opened from the folder, or from the local copy of a bucket. */
  readonly local: number
  /** Fetched over the network first. */
  readonly fetched: number
  readonly failures: number
}
