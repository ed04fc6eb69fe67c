import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { ROLES } from '@octavo/contract/access'
import { CreateLibraryRequest } from '@octavo/contract/library'
import type { Document, LineCounter, Node } from 'yaml'
import { z } from 'zod'
import { yaml } from '../../../config/yaml'

/** argon2id as a PHC string. */
const HASH = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/
const PASSWORDS = ['passwordFile', 'passwordEnv', 'passwordHash'] as const
const Path = z.string().min(1).max(4096)

const SeedUser = z
  .strictObject({
    username: z.string().min(1).max(100),
    email: z.string().min(1).max(254),
    role: z.enum(ROLES).default('reader'),
    passwordFile: Path.optional(),
    passwordEnv: z
      .string()
      .regex(/^\w{1,200}$/)
      .optional(),
    passwordHash: z.string().regex(HASH, 'must be an argon2id hash ($argon2id$v=19$…)').optional(),
  })
  .refine(user => PASSWORDS.filter(name => user[name] !== undefined).length === 1, {
    error: `needs exactly one of ${PASSWORDS.join(', ')}`,
  })

const Seed = z.strictObject({
  users: z.array(SeedUser).max(1000).default([]),
  settings: z.record(z.string(), z.unknown()).default({}),
  libraries: z.array(CreateLibraryRequest).max(1000).default([]),
})

export type SeedUser = z.infer<typeof SeedUser>

/** What a seed file wants there to be, with the line of each entry. */
export interface SeedFile {
  readonly users: readonly (SeedUser & { readonly place: string })[]
  readonly settings: readonly { readonly key: string; readonly value: unknown; readonly place: string }[]
  readonly libraries: readonly (CreateLibraryRequest & { readonly place: string })[]
  /** Of its relative paths. */
  readonly folder: string
}

/** A seed that cannot be applied; each problem is a sentence with file, line and path. */
export class SeedError extends Error {
  override readonly name = 'SeedError'

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

const LARGEST_FILE = 1024 * 1024
const MOST_PROBLEMS = 20

/** @throws SeedError */
export function readSeedFile(path: string): SeedFile {
  const { parseDocument, LineCounter } = yaml()
  const lines = new LineCounter()
  const document = parseDocument(textOf(path), { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken) {
    const { line } = lines.linePos(broken.pos[0])
    throw new SeedError([`${path}, line ${line}: this is not valid YAML (${broken.message})`])
  }
  const placeOf = (at: readonly PropertyKey[]) => `${path}, line ${lineOf(document, lines, at)}: ${pathText(at)}`
  const parsed = Seed.safeParse(plain(document, path) ?? {})
  if (!parsed.success) {
    const problems = parsed.error.issues.slice(0, MOST_PROBLEMS)
    throw new SeedError(problems.map(({ path: at, message }) => `${placeOf(at)}: ${message}`))
  }
  const { users, settings, libraries } = parsed.data
  return {
    users: users.map((user, at) => ({ ...user, place: placeOf(['users', at]) })),
    settings: Object.entries(settings).map(([key, value]) => ({ key, value, place: placeOf(['settings', key]) })),
    libraries: libraries.map((library, at) => ({ ...library, place: placeOf(['libraries', at]) })),
    folder: dirname(resolve(path)),
  }
}

function textOf(path: string): string {
  try {
    const about = statSync(path)
    if (!about.isFile()) throw new SeedError([`${path} is no file.`])
    if (about.size > LARGEST_FILE) throw new SeedError([`${path} is larger than 1 MB.`])
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof SeedError) throw error
    throw new SeedError([`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`])
  }
}

/** Aliases can expand until memory runs out; the library throws then. */
function plain(document: Document, path: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw new SeedError([`${path}: ${(error as Error).message}`])
  }
}

/** The line of the entry, or of the nearest one around it. */
function lineOf(document: Document, lines: LineCounter, at: readonly PropertyKey[]): number {
  for (let length = at.length; length > 0; length--) {
    const node = document.getIn(at.slice(0, length), true) as Node | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/** `users[0].email` */
function pathText(at: readonly PropertyKey[]): string {
  const text = at.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return text.replace(/^\./, '') || 'the file'
}

/** The password of a user, from where the seed says. @throws SeedError */
export function passwordOf(
  { passwordFile, passwordEnv, place }: SeedFile['users'][number],
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (passwordEnv !== undefined) {
    const value = environment[passwordEnv]
    if (!value) throw new SeedError([`${place}.passwordEnv: the variable ${passwordEnv} is not set`])
    return value
  }
  if (passwordFile === undefined) return null
  const path = isAbsolute(passwordFile) ? passwordFile : resolve(folder, passwordFile)
  const [line = ''] = textOf(path).split(/\r?\n/, 1)
  if (line === '') throw new SeedError([`${place}.passwordFile: ${path} is empty`])
  return line
}
