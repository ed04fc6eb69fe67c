interface Mount {
  readonly point: string
  readonly type: string
}

/**
 * File systems that may change without local events: network shares, folders shared by a host machine, and FUSE.
 * `fuseblk` is a local disk.
 */
const SILENT =
  /^(9p|afs|afpfs|autofs|beegfs|ceph|cifs|coda|davfs|drvfs|fuse|fuse\..*|gfs2?|glusterfs|gpfs|lustre|ncpfs|nfs\d?|ocfs2|orangefs|prl_fs|smb\d?|smbfs|vboxsf|virtiofs|vmhgfs|grpcfuse)$/

/** The type of the first disk of a library without events; null if all have them. */
export function silentType(folder: string, mounts: readonly Mount[]): string | null {
  const holds = mounts.filter(({ point }) => isInside(folder, point))
  const own = holds.toSorted((a, b) => b.point.length - a.point.length)[0]
  const below = mounts.filter(({ point }) => point !== folder && isInside(point, folder))
  return [...(own ? [own] : []), ...below].find(({ type }) => SILENT.test(type))?.type ?? null
}

function isInside(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/** Whether the error is the system's limit of watches, rather than a problem with a folder. */
export function isOutOfWatches(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM'
}
