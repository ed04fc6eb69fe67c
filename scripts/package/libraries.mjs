// The libraries outside the server's bundle, with their dependencies.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { leftOut } from '../build-server.mjs'
import { root } from '../find-bun.mjs'
import { withoutUnusedIcu } from './icu.mjs'

/** Files that programs never load: types, source maps, documents. Licences stay. */
const UNUSED = /\.(d\.[cm]?ts|ts|map|md|flow|scss|css)$/i
const LICENCE = /^(licen[cs]e|copying|notice|unrarlicense)/i

/** Files of single packages that the server does not load, by their path in the package. */
const UNUSED_IN = {
  '@hyzyla/pdfium': /^dist\/.*(base64|browser|cdn|worker)/,
  'libheif-js': /^(libheif\/libheif\.js|libheif-wasm\/libheif-bundle)/,
  '@jsquash/jxl': /^codec\/enc\//,
  '7z-wasm': /^(bin\/|cli\.js|7zz\.umd)/,
  sharp: /^(src|install)\//,
  zod: /^src\//,
}
/** Drawn covers only use upright fonts. */
const UNUSED_FONTS = /^files\/(?!.*-wght-normal\.woff2$)/

/** The libraries by name, `@scalar/*` being all of that scope that the server asks for. */
const firstNames = () => {
  const { dependencies } = readManifest(join(root, 'server'))
  const isLeftOut = name =>
    leftOut.some(pattern => (pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
  return Object.keys(dependencies).filter(isLeftOut)
}

/** The folders of those libraries and their dependencies, below one `node_modules`. */
export const libraryFolders = modules => {
  const found = new Set()
  const visit = (name, from) => {
    const folder = resolveFrom(name, from, modules)
    if (!folder || found.has(folder)) return Boolean(folder)
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = readManifest(folder)
    for (const dependency of Object.keys(dependencies)) {
      const isThere = visit(dependency, folder)
      if (!isThere && !(dependency in optionalDependencies))
        throw new Error(`${name} needs ${dependency}, which is not installed`)
    }
    // Binaries of other platforms are not installed.
    for (const dependency of Object.keys(optionalDependencies)) visit(dependency, folder)
    return true
  }
  for (const name of firstNames()) {
    if (!visit(name, dirname(modules))) throw new Error(`${name} is not installed`)
  }
  return [...found].sort()
}

/** Node's resolution: next to the importing code, then further up. */
const resolveFrom = (name, from, modules) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
    if (folder === dirname(modules) || folder === dirname(folder)) return null
  }
}

/** Copies libraries to `target`, without unused files. */
export const copyLibraries = (modules, target) => {
  for (const folder of libraryFolders(modules)) {
    const { name } = readManifest(folder)
    const to = join(target, relative(modules, folder))
    mkdirSync(to, { recursive: true })
    cpSync(folder, to, {
      recursive: true,
      dereference: true,
      filter: from => isUsed(name, relative(folder, from).split(sep).join('/')),
    })
    const icu = join(to, 'icudtl.dat')
    if (existsSync(icu)) writeFileSync(icu, withoutUnusedIcu(readFileSync(icu)))
  }
}

const isUsed = (name, path) => {
  // Packages inside a package are copied where something needs them.
  if (path === 'node_modules' || path.startsWith('node_modules/')) return false
  if (LICENCE.test(basename(path))) return true
  if (UNUSED.test(path)) return false
  if (name.startsWith('@fontsource-variable/') && UNUSED_FONTS.test(path)) return false
  return !UNUSED_IN[name]?.test(path)
}

export const readManifest = folder => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
