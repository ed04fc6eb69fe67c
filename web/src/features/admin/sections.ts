import type { Permission } from '../../api/types'

/** Parts of the administration, in the order of its navigation; each is there for who holds the permission. */
export const sections = {
  libraries: { path: '/settings/libraries', needs: 'libraries-write' },
  tasks: { path: '/settings/tasks', needs: 'tasks-read' },
  schedules: { path: '/settings/schedules', needs: 'tasks-read' },
  errors: { path: '/settings/errors', needs: 'books-write' },
  duplicates: { path: '/settings/duplicates', needs: 'books-write' },
  metrics: { path: '/settings/metrics', needs: 'tasks-read' },
  users: { path: '/settings/users', needs: 'users-read' },
  access: { path: '/settings/access', needs: 'system-admin' },
  providers: { path: '/settings/providers', needs: 'system-admin' },
  audit: { path: '/settings/audit', needs: 'system-admin' },
  settings: { path: '/settings/server', needs: 'system-admin' },
  template: { path: '/settings/template', needs: 'system-admin' },
  system: { path: '/settings/system', needs: 'system-admin' },
} as const satisfies Record<string, { readonly path: string; readonly needs: Permission }>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

/** The parts that somebody with these permissions may enter. */
export function sectionsFor(permissions: readonly string[]): SectionName[] {
  return sectionNames.filter(name => permissions.includes(sections[name].needs))
}
