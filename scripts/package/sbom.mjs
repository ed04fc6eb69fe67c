// The software bill of materials of one package, in CycloneDX.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'
import { readManifest } from './libraries.mjs'
import { isFor } from './platforms.mjs'

/** The workspaces that a package is made of. */
const PARTS = ['server', 'web', 'contract']

/** npm's SBOM of the whole lock file, reduced to the package of a platform, and the runtime. */
export const sbomOf = (complete, platform, time, bunFile) => {
  const shipped = shippedPackages(platform)
  const components = byRef(complete.components, each => each['bom-ref']).filter(
    // The runtime is described below.
    ({ name, version }) => shipped.has(`${name}@${version}`) && name !== 'bun' && !name.startsWith('@oven/'),
  )
  const runtime = runtimeOf(platform, bunFile)
  const product = productOf(platform)
  const all = [...components, runtime]
  const refs = new Set(all.map(component => component['bom-ref']))
  const described = new Set(components.map(component => component['bom-ref']))
  const dependencies = byRef(complete.dependencies, each => each.ref)
    .filter(({ ref }) => described.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(name => refs.has(name)) }))
  const needed = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn))
  return {
    ...complete,
    // From the content, so that the same sources give the same file.
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([product, all]))}`,
    metadata: { ...complete.metadata, timestamp: time.toISOString(), component: product },
    components: all,
    dependencies: [
      { ref: product['bom-ref'], dependsOn: [...refs].filter(ref => !needed.has(ref)) },
      ...dependencies,
      { ref: runtime['bom-ref'], dependsOn: [] },
    ],
  }
}

/** A version that is installed in two places is listed by npm twice. */
const byRef = (entries, refOf) => [...new Map(entries.map(each => [refOf(each), each])).values()]

/** `name@version` of all that the parts need on a platform, by the lock file. */
const shippedPackages = platform => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  const visit = (name, from) => {
    const place = placeOf(packages, name, from)
    if (place === null || found.has(place) || !isFor(packages[place], platform)) return
    const { version, link, resolved, dependencies, optionalDependencies, peerDependencies } = packages[place]
    found.set(place, link ? null : `${name}@${version}`)
    const needs = link
      ? packages[resolved].dependencies
      : { ...dependencies, ...optionalDependencies, ...peerDependencies }
    for (const need of Object.keys(needs ?? {})) visit(need, link ? resolved : place)
  }
  for (const part of PARTS) {
    for (const name of Object.keys(packages[part].dependencies ?? {})) visit(name, part)
  }
  return new Set([...found.values()].filter(each => each !== null))
}

/** Node's resolution: next to the importing code, then further up. */
const placeOf = (packages, name, from) => {
  for (let folder = from; ; ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return null
    const above = folder.lastIndexOf('/node_modules/')
    folder = above < 0 ? '' : folder.slice(0, above)
  }
}

const productOf = platform => {
  const { name, version, description, license } = readManifest(root)
  return {
    'bom-ref': `${name}@${version}-${platform.name}`,
    type: 'application',
    name,
    version,
    description,
    purl: `pkg:generic/${name}@${version}`,
    licenses: [{ license: { id: license } }],
  }
}

const runtimeOf = ({ bun }, file) => {
  const { version } = readManifest(join(root, 'node_modules', 'bun'))
  return {
    'bom-ref': `${bun}@${version}`,
    type: 'library',
    name: bun,
    version,
    description: 'The runtime of the server',
    scope: 'required',
    purl: `pkg:npm/${bun.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(file)).digest('hex') }],
    licenses: [{ license: { id: 'MIT' } }],
  }
}

const uuidOf = text => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
