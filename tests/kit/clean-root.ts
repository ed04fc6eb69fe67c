import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user of the programs in a clean root when root runs the tests. */
const USER = 65_534
/** System requirements of a package: a shell that can follow links, the C library and the C++ library. */
const PROGRAMS = ['/bin/sh', '/bin/readlink']
const CPP_LIBRARIES = ['libstdc++.so.6', 'libgcc_s.so.1', 'libresolv.so.2', 'librt.so.1', 'libdl.so.2', 'libm.so.6']

/** A folder that programs see as `/`: a shell, `readlink` and the C libraries only. Linux only. */
export interface CleanRoot {
  /** The arguments that run a program in it, as a user without rights and with its own processes. */
  command(program: string, ...args: readonly string[]): string[]
  /** A folder of this machine that the programs may only read, by its path inside. */
  addReadable(from: string, to: string): void
  /** An empty folder in which the programs may write. */
  addWritable(path: string): void
}

export function cleanRoot(folder: string): CleanRoot {
  for (const name of ['bin', 'etc', 'dev', 'proc', 'tmp']) mkdirSync(join(folder, name), { recursive: true })
  Bun.spawnSync(['chmod', '1777', join(folder, 'tmp')])
  writeFileSync(join(folder, 'etc/passwd'), `octavo:x:${USER}:${USER}::/data:/bin/sh\n`)
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n')
  for (const program of PROGRAMS) {
    copyIn(folder, program)
    for (const library of librariesOf(program)) copyIn(folder, library)
  }
  for (const library of systemLibraries()) copyIn(folder, library)
  const isRoot = process.getuid?.() === 0
  const setUp = [
    `mount -t proc proc ${folder}/proc`,
    ...['null', 'urandom'].map(
      name => `touch ${folder}/dev/${name} && mount --bind /dev/${name} ${folder}/dev/${name}`,
    ),
    `exec chroot ${isRoot ? `--userspec=${USER}:${USER} ` : ''}${folder} "$@"`,
  ].join(' && ')
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isRoot ? [] : ['--user', '--map-root-user'])]
  return {
    command: (program, ...args) => ['unshare', ...namespaces, 'sh', '-c', setUp, 'sh', program, ...args],
    addReadable: (from, to) => {
      cpSync(from, join(folder, to), { recursive: true })
      Bun.spawnSync(['chmod', '-R', 'a+rX,go-w', join(folder, to)])
    },
    addWritable: path => {
      mkdirSync(join(folder, path), { recursive: true })
      if (isRoot) Bun.spawnSync(['chown', `${USER}:${USER}`, join(folder, path)])
    },
  }
}

/** By its path, links followed: the copy is at the name that programs ask for. */
function copyIn(folder: string, path: string): void {
  const to = join(folder, path)
  if (existsSync(to)) return
  // `/lib` and `/lib64` are links into `/usr` on most systems.
  mkdirSync(dirname(to), { recursive: true })
  const real = realpathSync(path)
  copyFileSync(real, to)
  const realIn = join(folder, real)
  if (existsSync(realIn)) return
  mkdirSync(dirname(realIn), { recursive: true })
  symlinkSync(path, realIn)
}

function librariesOf(program: string): string[] {
  const { stdout } = Bun.spawnSync(['ldd', program])
  return [...stdout.toString().matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path)
}

/** The loader knows where they are. */
function systemLibraries(): string[] {
  const { stdout } = Bun.spawnSync(['sh', '-c', 'PATH=$PATH:/sbin:/usr/sbin ldconfig -p'])
  const cpu = process.arch === 'x64' ? 'x86-64' : 'AArch64'
  const lines = stdout.toString().split('\n')
  return CPP_LIBRARIES.flatMap(
    name =>
      lines
        .find(line => line.trim().startsWith(`${name} `) && line.includes(cpu))
        ?.split('=> ')[1]
        ?.trim() ?? [],
  ).concat(librariesOf(process.execPath))
}
