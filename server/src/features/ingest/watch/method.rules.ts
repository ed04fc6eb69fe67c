interface Mount {
  readonly point: string
  readonly type: string
}

/**
 * Types of file systems on which others may change files without this machine noticing: network shares, folders of
 * the machine that hosts this one, and what passes through a program. `fuseblk` is a local disk.
 */
const SILENT =
  /^(9p|afs|afpfs|autofs|beegfs|ceph|cifs|coda|davfs|drvfs|fuse|fuse\..*|gfs2?|glusterfs|gpfs|lustre|ncpfs|nfs\d?|ocfs2|orangefs|prl_fs|smb\d?|smbfs|vboxsf|virtiofs|vmhgfs|grpcfuse)$/

/** The type of the first disk of a library that does not tell what changes; null when all do. */
export function silentType(folder: string, mounts: readonly Mount[]): string | null {
  const holds = mounts.filter(({ point }) => isInside(folder, point))
  const own = holds.toSorted((a, b) => b.point.length - a.point.length)[0]
  const below = mounts.filter(({ point }) => point !== folder && isInside(point, folder))
  return [...(own ? [own] : []), ...below].find(({ type }) => SILENT.test(type))?.type ?? null
}

function isInside(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/** Whether the system has no more room for watches, rather than a problem with a folder. */
export function isOutOfWatches(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM'
}
