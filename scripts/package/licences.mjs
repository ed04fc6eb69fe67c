// The licences of everything in a package, in one file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../find-bun.mjs'

const LICENCE = /^(licen[cs]e|copying|notice)/i

/** Texts that several packages share appear once. `folders` are places where packages are installed. */
export const licenceTexts = (components, folders) => {
  const byText = new Map()
  for (const { name, version, licenses } of components) {
    const text = textOf(name, folders) ?? `Licence: ${nameOf(licenses)}. The package contains no licence text.`
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`])
  }
  const parts = [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text.trim()}\n`)
  return `Octavo contains the following third-party software.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

const textOf = (name, folders) => {
  const folder = [...folders, join(root, 'node_modules')].map(place => join(place, name)).find(existsSync)
  if (!folder) return null
  const files = readdirSync(folder).filter(file => LICENCE.test(file))
  if (files.length === 0) return null
  return files.map(file => readFileSync(join(folder, file), 'utf8')).join('\n')
}

const nameOf = (licenses = []) =>
  licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression).join(', ') || 'not named'
