import type { Permission } from '../../api/types'

/** Groups of the navigation, in its order. */
export const sectionGroups = ['content', 'people', 'activity', 'server'] as const
export type SectionGroup = (typeof sectionGroups)[number]

/** Parts of the administration, by group in the order of the navigation. Each needs a permission. */
export const sections = {
  libraries: { group: 'content', path: '/settings/libraries', needs: 'libraries-write' },
  errors: { group: 'content', path: '/settings/errors', needs: 'books-write' },
  duplicates: { group: 'content', path: '/settings/duplicates', needs: 'books-write' },
  users: { group: 'people', path: '/settings/users', needs: 'users-read' },
  access: { group: 'people', path: '/settings/access', needs: 'system-admin' },
  providers: { group: 'people', path: '/settings/providers', needs: 'system-admin' },
  tasks: { group: 'activity', path: '/settings/tasks', needs: 'tasks-read' },
  schedules: { group: 'activity', path: '/settings/schedules', needs: 'tasks-read' },
  metrics: { group: 'activity', path: '/settings/metrics', needs: 'tasks-read' },
  audit: { group: 'activity', path: '/settings/audit', needs: 'system-admin' },
  settings: { group: 'server', path: '/settings/server', needs: 'system-admin' },
  template: { group: 'server', path: '/settings/template', needs: 'system-admin' },
  storage: { group: 'server', path: '/settings/storage', needs: 'system-admin' },
  system: { group: 'server', path: '/settings/system', needs: 'system-admin' },
} as const satisfies Record<string, { readonly group: SectionGroup; readonly path: string; readonly needs: Permission }>

export type SectionName = keyof typeof sections
export const sectionNames = Object.keys(sections) as SectionName[]

/** The parts that a user with these permissions may open. */
export function sectionsFor(permissions: readonly string[]): SectionName[] {
  return sectionNames.filter(name => permissions.includes(sections[name].needs))
}
