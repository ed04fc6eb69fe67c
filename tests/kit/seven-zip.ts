import createSevenZip from '7z-wasm'

/** Kinds of archive that 7-Zip writes. */
export type ArchiveType = '7z' | 'zip' | 'tar' | 'xz' | 'gzip' | 'bzip2'

/**
 * The bytes of an archive that 7-Zip writes, with its switches: `-mm=BZip2` is the method of a zip, `-m0=PPMd` that of a 7z.
 * `xz`, `gzip` and `bzip2` take one file.
 */
export async function sevenZip(
  type: ArchiveType,
  files: Readonly<Record<string, Uint8Array>>,
  switches: readonly string[] = [],
): Promise<Buffer> {
  const said: string[] = []
  const program = await createSevenZip({ print: () => undefined, printErr: line => void said.push(line) })
  program.FS.mkdir('/in')
  program.FS.chdir('/in')
  for (const [name, bytes] of Object.entries(files)) {
    for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
      if (!exists(program, name.slice(0, slash))) program.FS.mkdir(name.slice(0, slash))
    }
    const stream = program.FS.open(name, 'w+')
    program.FS.write(stream, bytes, 0, bytes.length)
    program.FS.close(stream)
  }
  const names = [...new Set(Object.keys(files).map(name => name.split('/')[0] ?? ''))]
  const { exitCode } = process
  program.callMain(['a', `-t${type}`, '-mmt1', ...switches, '/out', ...names])
  // 7-Zip has made its own exit code that of this process.
  process.exitCode = exitCode ?? 0
  const made = ['/out', `/out.${EXTENSIONS[type] ?? type}`].find(path => exists(program, path))
  if (made === undefined) throw new Error(`7-Zip wrote nothing: ${said.join(' ')}`)
  return Buffer.from(program.FS.readFile(made) as Uint8Array)
}

const EXTENSIONS: Readonly<Record<string, string>> = { gzip: 'gz', bzip2: 'bz2' }

function exists(program: Awaited<ReturnType<typeof createSevenZip>>, path: string): boolean {
  try {
    program.FS.stat(path)
    return true
  } catch {
    return false
  }
}
