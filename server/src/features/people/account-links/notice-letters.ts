import type { Letter } from '../../../platform/mail'
import type { MailLanguage } from './mail-language.queries'

/** What has changed about an account's sign-in. */
export const CREDENTIAL_CHANGES = [
  'password',
  'email',
  'username',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'reset_link',
] as const
export type CredentialChange = (typeof CREDENTIAL_CHANGES)[number]

type Sentences = Readonly<Record<CredentialChange, string>>

interface Notice {
  readonly subject: string
  readonly greeting: string
  readonly changes: Sentences
  readonly advice: string
}

const ENGLISH: Sentences = {
  password: 'The password of your account at {server} was changed.',
  email: 'The e-mail address of your account at {server} was changed.',
  username: 'The user name of your account at {server} was changed. It is now {name}.',
  second_factor_on: 'Two-factor authentication was turned on for your account at {server}.',
  second_factor_off: 'Two-factor authentication was turned off for your account at {server}.',
  recovery_codes: 'New recovery codes were created for your account at {server}. The old ones no longer work.',
  passkey_added: 'A passkey was added to your account at {server}.',
  passkey_removed: 'A passkey was removed from your account at {server}.',
  identity_linked: 'Your account at {server} was linked to an account at another provider.',
  identity_unlinked: 'A linked account was removed from your account at {server}.',
  reset_link: 'An administrator created a link to choose a new password for your account at {server}.',
}

const GERMAN: Sentences = {
  password: 'Das Passwort deines Kontos bei {server} wurde geändert.',
  email: 'Die E-Mail-Adresse deines Kontos bei {server} wurde geändert.',
  username: 'Der Benutzername deines Kontos bei {server} wurde geändert. Er lautet jetzt {name}.',
  second_factor_on: 'Für dein Konto bei {server} wurde die Zwei-Faktor-Anmeldung eingeschaltet.',
  second_factor_off: 'Für dein Konto bei {server} wurde die Zwei-Faktor-Anmeldung ausgeschaltet.',
  recovery_codes: 'Für dein Konto bei {server} gibt es neue Wiederherstellungscodes. Die alten gelten nicht mehr.',
  passkey_added: 'Deinem Konto bei {server} wurde ein Passkey hinzugefügt.',
  passkey_removed: 'Von deinem Konto bei {server} wurde ein Passkey entfernt.',
  identity_linked: 'Dein Konto bei {server} wurde mit einem Konto bei einem anderen Anbieter verknüpft.',
  identity_unlinked: 'Von deinem Konto bei {server} wurde ein verknüpftes Konto entfernt.',
  reset_link:
    'Ein Administrator hat einen Link erstellt, mit dem für dein Konto bei {server} ein neues Passwort gewählt werden kann.',
}

const FRENCH: Sentences = {
  password: 'Le mot de passe de votre compte sur {server} a été modifié.',
  email: 'L’adresse e-mail de votre compte sur {server} a été modifiée.',
  username: 'Le nom d’utilisateur de votre compte sur {server} a été modifié. C’est désormais {name}.',
  second_factor_on: 'L’authentification à deux facteurs a été activée pour votre compte sur {server}.',
  second_factor_off: 'L’authentification à deux facteurs a été désactivée pour votre compte sur {server}.',
  recovery_codes:
    'De nouveaux codes de récupération ont été créés pour votre compte sur {server}. Les anciens ne fonctionnent plus.',
  passkey_added: 'Une clé d’accès a été ajoutée à votre compte sur {server}.',
  passkey_removed: 'Une clé d’accès a été supprimée de votre compte sur {server}.',
  identity_linked: 'Votre compte sur {server} a été associé à un compte chez un autre fournisseur.',
  identity_unlinked: 'Un compte associé a été retiré de votre compte sur {server}.',
  reset_link: 'Un administrateur a créé un lien pour choisir un nouveau mot de passe pour votre compte sur {server}.',
}

const SPANISH: Sentences = {
  password: 'Se ha cambiado la contraseña de tu cuenta en {server}.',
  email: 'Se ha cambiado el correo electrónico de tu cuenta en {server}.',
  username: 'Se ha cambiado el nombre de usuario de tu cuenta en {server}. Ahora es {name}.',
  second_factor_on: 'Se ha activado la verificación en dos pasos para tu cuenta en {server}.',
  second_factor_off: 'Se ha desactivado la verificación en dos pasos de tu cuenta en {server}.',
  recovery_codes:
    'Se han creado códigos de recuperación nuevos para tu cuenta en {server}. Los anteriores ya no funcionan.',
  passkey_added: 'Se ha añadido una llave de acceso a tu cuenta en {server}.',
  passkey_removed: 'Se ha quitado una llave de acceso de tu cuenta en {server}.',
  identity_linked: 'Tu cuenta en {server} se ha vinculado a una cuenta de otro proveedor.',
  identity_unlinked: 'Se ha quitado una cuenta vinculada de tu cuenta en {server}.',
  reset_link: 'Un administrador ha creado un enlace para elegir una contraseña nueva para tu cuenta en {server}.',
}

const NOTICES: Readonly<Record<MailLanguage, Notice>> = {
  en: {
    subject: 'Your sign-in was changed',
    greeting: 'Hello {name},',
    changes: ENGLISH,
    advice:
      'If you expected this, you don’t need to do anything. If not, contact the server’s administrator right away.',
  },
  de: {
    subject: 'Deine Anmeldung wurde geändert',
    greeting: 'Hallo {name},',
    changes: GERMAN,
    advice: 'Wenn du davon weißt, ist nichts zu tun. Wenn nicht, wende dich gleich an den Administrator des Servers.',
  },
  fr: {
    subject: 'Votre connexion a été modifiée',
    greeting: 'Bonjour {name},',
    changes: FRENCH,
    advice:
      'Si vous vous y attendiez, vous n’avez rien à faire. Sinon, prévenez sans attendre l’administrateur du serveur.',
  },
  es: {
    subject: 'Ha cambiado tu inicio de sesión',
    greeting: 'Hola, {name}:',
    changes: SPANISH,
    advice: 'Si lo esperabas, no tienes que hacer nada. Si no, avisa cuanto antes al administrador del servidor.',
  },
}

/** Contains no sign-in link. */
export function noticeOf(
  to: string,
  facts: {
    readonly username: string
    readonly change: CredentialChange
    readonly baseUrl: string
    readonly serverName: string
    readonly language: MailLanguage
  },
): Letter {
  const { username, change, baseUrl, serverName, language } = facts
  const values = { name: username, server: serverName }
  const fill = (sentence: string) =>
    sentence.replace(/\{(name|server)\}/g, (_, place: keyof typeof values) => values[place])
  const { subject, greeting, changes, advice } = NOTICES[language]
  const text = [...[greeting, changes[change], advice].map(fill), baseUrl].join('\n\n')
  return { to, subject: `${serverName}: ${subject}`, text: `${text}\n` }
}
