// `npm run package -- [PLATFORM…] [--output FOLDER] [--folder-only]`: everything a machine needs to run Octavo, without Node and sources,
// as one folder and one archive for each platform, with checksums and a bill of materials.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serverMain } from './build-server.mjs'
import { buildWeb } from './build-web.mjs'
import { findBun, root } from './find-bun.mjs'
import { archiveOf, checksumLine, filesIn, sizeOf } from './package/archive.mjs'
import { installFor, npmSbom } from './package/install.mjs'
import { copyLauncher } from './package/launchers.mjs'
import { copyLibraries, readManifest } from './package/libraries.mjs'
import { licenceTexts } from './package/licences.mjs'
import { ownPlatform, PLATFORMS } from './package/platforms.mjs'
import { sbomOf } from './package/sbom.mjs'
import { compressedScalar, isScalar } from './package/scalar.mjs'

/** Maximum package size: anything larger is a mistake. */
const MOST_MB = 200
const MB = 1024 * 1024

const fail = message => {
  console.error(message)
  process.exit(2)
}

const readArguments = () => {
  const { values, positionals } = parseArgs({
    options: {
      output: { type: 'string', default: join(root, 'packages') },
      'folder-only': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const named = positionals.map(name => {
    const platform = name === 'this' ? ownPlatform() : PLATFORMS.find(each => each.name === name)
    return (
      platform ??
      fail(`There is no platform "${name}". Choose from: ${PLATFORMS.map(each => each.name).join(', ')}, this.`)
    )
  })
  return {
    platforms: named.length > 0 ? named : PLATFORMS,
    output: resolve(process.env.INIT_CWD ?? '.', values.output),
    folderOnly: values['folder-only'],
  }
}

/** The time of the sources, so that the same sources give the same archive. */
const sourceTime = () => {
  const given = Number(process.env.SOURCE_DATE_EPOCH)
  if (given > 0) return new Date(given * 1000)
  const run = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date((Number(run.stdout) || 1_767_225_600) * 1000)
}

/** The libraries and runtime of a platform: from this checkout for its own, else installed. */
const provisionsFor = (platform, temporary) => {
  if (platform === ownPlatform()) return { modules: join(root, 'node_modules'), bun: findBun() }
  const modules = installFor(platform, join(temporary, platform.name))
  return { modules, bun: join(modules, platform.bun, 'bin', platform.os === 'win32' ? 'bun.exe' : 'bun') }
}

const copyBuilt = (main, folder) => {
  const server = join(folder, 'dist', 'server')
  mkdirSync(server, { recursive: true })
  writeFileSync(join(server, 'scalar.js.gz'), compressedScalar())
  const scripts = filesIn(dirname(main)).filter(file => file.endsWith('.js'))
  if (!scripts.some(isScalar)) throw new Error("The built server has no part that is Scalar's script alone")
  for (const file of scripts.filter(file => !isScalar(file))) {
    const text = readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
    writeFileSync(join(server, basename(file)), text)
  }
  copyWebApp(join(root, 'web', 'dist'), join(folder, 'web', 'dist'))
}

/** Of files that the build has compressed, only NAME.br. */
const copyWebApp = (from, to) => {
  for (const file of filesIn(from).filter(file => !file.endsWith('.map') && basename(file) !== '.built-from')) {
    if (existsSync(`${file}.br`)) continue
    const copy = join(to, relative(from, file))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(file, copy)
  }
}

const copyDocuments = (folder, { os }) => {
  for (const file of [
    'LICENSE',
    'CHANGELOG.md',
    'docs/install.md',
    'docs/configuration.md',
    'docs/operations.md',
    'docs/export-format.md',
  ]) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(folder, basename(file)))
  }
  const unit = join(root, 'deploy', 'systemd', 'octavo.service')
  if (os === 'linux' && existsSync(unit)) copyFileSync(unit, join(folder, 'octavo.service'))
}

const makePackage = async (platform, main, { output, temporary, complete, time, folderOnly }) => {
  const { version } = readManifest(root)
  const folder = join(output, `octavo-${version}-${platform.name}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'runtime'), { recursive: true })
  const { modules, bun } = provisionsFor(platform, temporary)
  const runtime = join(folder, 'runtime', platform.os === 'win32' ? 'bun.exe' : 'bun')
  copyFileSync(bun, runtime)
  chmodSync(runtime, 0o755)
  copyBuilt(main, folder)
  copyLibraries(modules, join(folder, 'node_modules'))
  copyLauncher(folder, platform)
  copyDocuments(folder, platform)
  const sbom = sbomOf(complete, platform, time, runtime)
  const sbomFile = `${folder}.cdx.json`
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
  copyFileSync(sbomFile, join(folder, 'sbom.cdx.json'))
  writeFileSync(join(folder, 'LICENSES.txt'), licenceTexts(sbom.components, [modules]))
  const size = sizeOf(folder)
  if (size > MOST_MB * MB) throw new Error(`${folder} has ${size} bytes, more than ${MOST_MB} MB`)
  if (folderOnly) {
    console.log(`${basename(folder)}  ${(size / MB).toFixed(0)} MB`)
    return []
  }
  const archive = await archiveOf(folder, platform.archive, time)
  console.log(`${basename(archive)}  ${(size / MB).toFixed(0)} MB, packed ${(sizeOfFile(archive) / MB).toFixed(0)} MB`)
  return [archive, sbomFile]
}

const sizeOfFile = file => readFileSync(file).length

const main = async () => {
  const { platforms, output, folderOnly } = readArguments()
  const built = buildWeb()
  if (built !== 0) process.exit(built)
  const server = serverMain()
  if (!server.endsWith('.js')) process.exit(1)
  mkdirSync(output, { recursive: true })
  const temporary = mkdtempSync(join(tmpdir(), 'octavo-package-'))
  try {
    const context = { output, temporary, folderOnly, complete: npmSbom(), time: sourceTime() }
    const made = []
    for (const platform of platforms) made.push(...(await makePackage(platform, server, context)))
    const lines = await Promise.all(made.map(checksumLine))
    if (!folderOnly) writeFileSync(join(output, 'SHA256SUMS'), lines.join(''))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

await main()
