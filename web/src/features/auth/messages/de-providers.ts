/** Signing in by identity providers, and accounts there that are linked. */
export const deProviders = {
  'account.byProvider': 'Mit {name} anmelden',
  'account.goingOn': 'Du wirst angemeldet',
  'account.linkNamed': '{name} verknüpfen',
  'account.linkText': '{name} fragt, wer du bist, und führt dich dann hierher zurück.',
  'account.linkUsed': 'benutzt {when}',
  'account.linked': 'Verknüpfte Konten',
  'account.linkedNone': 'Noch keine.',
  'account.linkedText': 'Melde dich hier mit einem Konto an, das du anderswo hast.',
  'account.orBy': 'oder',
  'account.problem.linkTitle': 'Das Verknüpfen hat nicht geklappt',
  'account.problem.title': 'Die Anmeldung hat nicht geklappt',
  'account.unlink': 'Lösen',
  'account.unlinkNamed': '{name} lösen',
  'account.unlinkText':
    'Damit kannst du dich dann nicht mehr anmelden. Deine Bücher und dein Fortschritt bleiben, wie sie sind.',
  'account.unlinkTitle': '{name} lösen?',
} as const
