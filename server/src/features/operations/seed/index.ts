/** Users, settings and libraries from a file. */
export { applySeed, type SeedDeps, type Seeded } from './apply-seed'
