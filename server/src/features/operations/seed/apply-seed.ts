import { AppError } from '../../../kernel/app-error'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { type LiveSettings, specNamed } from '../../../platform/settings'
import { createLibrary, type LibraryChanges, libraryFolders } from '../../catalogue/libraries'
import { accountCommands, credentialsByName } from '../../people/users'
import { passwordOf, readSeedFile, SeedError, type SeedFile } from './seed-file'

export interface SeedDeps extends LibraryChanges {
  readonly settings: LiveSettings
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** What was created or changed; what was there already is not counted. */
export interface Seeded {
  readonly users: number
  readonly settings: number
  readonly libraries: number
}

/**
 * Creates the users and libraries of a file that are missing, and sets its settings that nobody has set, here or in the configuration. What is there stays as it
 * is, so a seed can be applied at every start.
 * @throws SeedError with file, line and path; entries before it remain
 */
export async function applySeed(deps: SeedDeps, path: string): Promise<Seeded> {
  const seed = readSeedFile(path)
  return {
    users: await seedUsers(deps, seed),
    settings: await seedSettings(deps, seed),
    libraries: await seedLibraries(deps, seed),
  }
}

async function seedUsers(deps: SeedDeps, { users, folder }: SeedFile): Promise<number> {
  let created = 0
  for (const user of users) {
    const { username, email, role, passwordHash, place } = user
    // People can rename themselves.
    const isThere = async () =>
      (await credentialsByName(deps.reader, username)) ?? credentialsByName(deps.reader, email)
    created += await createMissing(isThere, async () => {
      const password = passwordOf(user, folder, deps.environment) ?? undefined
      await at(place, () => accountCommands.createAccount(deps, { username, email, role, password, passwordHash }))
    })
  }
  return created
}

async function seedSettings({ settings }: SeedDeps, seed: SeedFile): Promise<number> {
  let changed = 0
  for (const { key, value, place } of seed.settings) {
    const spec = specNamed(key)
    if (spec === null) throw new SeedError([`${place}: there is no such setting`])
    if (settings.pinnedBy(spec) || (await settings.lastChange(spec.key))) continue
    await at(place, () => settings.change({ [key]: value }, null))
    changed++
  }
  return changed
}

async function seedLibraries(deps: SeedDeps, { libraries }: SeedFile): Promise<number> {
  let created = 0
  for (const { place, ...library } of libraries) {
    const [first = ''] = [library.path, ...(library.paths ?? [])].filter(path => path !== undefined)
    const isThere = () => at(place, () => libraryFolders.libraryAt(deps.reader, first))
    created += await createMissing(isThere, () =>
      at(place, () => createLibrary(deps, SYSTEM_VIEWER, { scanImmediately: true, ...library })),
    )
  }
  return created
}

/** Returns 1 if it was created. Another server may apply the same seed at the same time. */
async function createMissing(isThere: () => Promise<unknown>, create: () => Promise<unknown>): Promise<number> {
  if (await isThere()) return 0
  try {
    await create()
    return 1
  } catch (error) {
    if (await isThere()) return 0
    throw error
  }
}

/** Says where in the file a refusal comes from. */
async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw new SeedError([`${place}: ${error.message}`])
    throw error
  }
}
