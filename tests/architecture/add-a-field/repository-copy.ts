// The sources in a temporary folder, with the packages of this one.
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, temporaryFolder } from '../../kit/paths'

const WORKSPACES = ['contract', 'server', 'web', 'tests', 'bench'] as const
const LEFT_OUT = ['node_modules', 'dist', 'test-results']

/** A copy in which files may be changed, and what removes it. */
export function copyRepository(): { readonly path: string; readonly remove: () => void } {
  const folder = temporaryFolder('add-a-field')
  const to = (...names: string[]) => join(folder.path, ...names)
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.json']) cpSync(join(ROOT, file), to(file))
  mkdirSync(to('node_modules/@octavo'), { recursive: true })
  for (const workspace of WORKSPACES) {
    cpSync(join(ROOT, workspace), to(workspace), {
      recursive: true,
      filter: source => !LEFT_OUT.includes(basename(source)),
    })
    linkPackages(join(ROOT, workspace, 'node_modules'), to(workspace, 'node_modules'))
    symlinkSync(to(workspace), to('node_modules/@octavo', workspace))
  }
  linkPackages(join(ROOT, 'node_modules'), to('node_modules'))
  return folder
}

/** Our own workspaces are those of the copy. */
function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@octavo') symlinkSync(join(from, name), join(to, name))
}
