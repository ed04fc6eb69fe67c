/** The platforms that packages are made for; `os`, `cpu` and `libc` in the words of npm. */
export const PLATFORMS = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', libc: 'glibc', bun: '@oven/bun-linux-x64', archive: 'tar.gz' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', libc: 'glibc', bun: '@oven/bun-linux-aarch64', archive: 'tar.gz' },
  { name: 'macos-arm64', os: 'darwin', cpu: 'arm64', bun: '@oven/bun-darwin-aarch64', archive: 'tar.gz' },
  { name: 'macos-x64', os: 'darwin', cpu: 'x64', bun: '@oven/bun-darwin-x64', archive: 'tar.gz' },
  { name: 'windows-x64', os: 'win32', cpu: 'x64', bun: '@oven/bun-windows-x64', archive: 'zip' },
]

/** The platform of this machine, or undefined when there is no package for it. */
export const ownPlatform = () => PLATFORMS.find(({ os, cpu }) => os === process.platform && cpu === process.arch)

/** Whether a package of the lock file is for this platform, or for all. */
export const isFor = ({ os, cpu, libc }, platform) =>
  allows(os, platform.os) && allows(cpu, platform.cpu) && (!platform.libc || allows(libc, platform.libc))

/** npm's lists: names that are allowed, or names with `!` that are not. */
const allows = (list, name) => {
  if (!list || list.length === 0) return true
  if (list.includes(`!${name}`)) return false
  return list.includes(name) || list.every(entry => entry.startsWith('!'))
}
