export const en = {
  'app.name': 'Octavo',
  'app.loading': 'Loading',
} as const
