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
  'account.problem.account_unverified':
    'Dein Konto hier hat seine E-Mail-Adresse nie bestätigt. Melde dich mit Passwort an und verknüpfe den Dienst in deinem Profil.',
  'account.problem.email_unverified':
    'Es gibt ein Konto mit deiner E-Mail-Adresse, und der Anmeldedienst hat nicht geprüft, dass sie dir gehört. Melde dich mit Passwort an und verknüpfe den Dienst in deinem Profil.',
  'account.problem.expired':
    'Es hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuche es noch einmal.',
  'account.problem.inactive': 'Dieses Konto ist stillgelegt. Frage die, die diesen Server betreuen.',
  'account.problem.linkTitle': 'Das Verknüpfen hat nicht geklappt',
  'account.problem.linked_elsewhere': 'Mit jenem Konto meldet sich hier schon jemand anders an.',
  'account.problem.no_account': 'Für dich gibt es hier kein Konto. Frage die, die diesen Server betreuen.',
  'account.problem.no_email': 'Der Anmeldedienst nennt deine E-Mail-Adresse nicht, die ein Konto hier braucht.',
  'account.problem.provider':
    'Die Antwort des Anmeldedienstes stimmt nicht, deshalb wurde niemand eingelassen. Versuche es noch einmal; bleibt es so, sag es denen, die diesen Server betreuen.',
  'account.problem.refused': 'Der Anmeldedienst hat dich nicht eingelassen, oder du hast dort abgelehnt.',
  'account.problem.signed_out': 'Du musst angemeldet bleiben, während du ein Konto verknüpfst.',
  'account.problem.title': 'Die Anmeldung hat nicht geklappt',
  'account.problem.unreachable': 'Der Anmeldedienst ist gerade nicht zu erreichen. Mit Passwort geht es wie zuvor.',
  'account.unlink': 'Lösen',
  'account.unlinkNamed': '{name} lösen',
  'account.unlinkText':
    'Damit kannst du dich dann nicht mehr anmelden. Deine Bücher und dein Fortschritt bleiben, wie sie sind.',
  'account.unlinkTitle': '{name} lösen?',
} as const
