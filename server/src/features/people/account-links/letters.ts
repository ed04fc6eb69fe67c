import type { Letter } from '../../../platform/mail'
import type { MailLanguage } from './mail-language.queries'

/** Texts of e-mails. `path` is a page of the web app, with its token. */
export type Occasion =
  | { readonly kind: 'reset'; readonly username: string; readonly path: string }
  | { readonly kind: 'verify'; readonly username: string; readonly path: string }
  | { readonly kind: 'known-address'; readonly username: string; readonly path: string }

type Words = Readonly<Record<Occasion['kind'], { readonly subject: string; readonly lines: readonly string[] }>>

const ENGLISH: Words = {
  reset: {
    subject: 'Choose a new password',
    lines: [
      'Hello {name},',
      'Someone requested a new password for your account at {server}. Choose one here within an hour:',
      '{link}',
      'If that wasn’t you, ignore this message. Your password stays the same.',
    ],
  },
  verify: {
    subject: 'Confirm your e-mail address',
    lines: [
      'Hello {name},',
      'Confirm the e-mail address of your account at {server} here within two days:',
      '{link}',
      'If you have no account there, ignore this message.',
    ],
  },
  'known-address': {
    subject: 'You already have an account',
    lines: [
      'Hello {name},',
      'Someone tried to create an account at {server} with your address. You already have one: {name}. If you’ve forgotten ' +
        'your password, choose a new one here:',
      '{link}',
      'If that wasn’t you, ignore this message.',
    ],
  },
}

const GERMAN: Words = {
  reset: {
    subject: 'Neues Passwort wählen',
    lines: [
      'Hallo {name},',
      'jemand hat ein neues Passwort für dein Konto bei {server} angefordert. Wähle es hier innerhalb einer Stunde:',
      '{link}',
      'Wenn du das nicht warst, ist nichts zu tun: Dein Passwort bleibt, wie es ist.',
    ],
  },
  verify: {
    subject: 'E-Mail-Adresse bestätigen',
    lines: [
      'Hallo {name},',
      'bestätige hier innerhalb von zwei Tagen die E-Mail-Adresse deines Kontos bei {server}:',
      '{link}',
      'Wenn du dort kein Konto hast, ist nichts zu tun.',
    ],
  },
  'known-address': {
    subject: 'Du hast schon ein Konto',
    lines: [
      'Hallo {name},',
      'jemand wollte mit deiner Adresse ein Konto bei {server} anlegen. Du hast schon eines: {name}. Wenn du das Passwort ' +
        'vergessen hast, wähle hier ein neues:',
      '{link}',
      'Wenn du das nicht warst, ist nichts zu tun.',
    ],
  },
}

const FRENCH: Words = {
  reset: {
    subject: 'Choisir un nouveau mot de passe',
    lines: [
      'Bonjour {name},',
      'Un nouveau mot de passe a été demandé pour votre compte sur {server}. Choisissez-le ici, dans l’heure qui vient\u00a0:',
      '{link}',
      'Si vous n’avez rien demandé, vous n’avez rien à faire\u00a0: votre mot de passe ne change pas.',
    ],
  },
  verify: {
    subject: 'Confirmer votre adresse e-mail',
    lines: [
      'Bonjour {name},',
      'Confirmez ici, dans les deux jours, l’adresse e-mail de votre compte sur {server}\u00a0:',
      '{link}',
      'Si vous n’y avez pas de compte, vous n’avez rien à faire.',
    ],
  },
  'known-address': {
    subject: 'Vous avez déjà un compte',
    lines: [
      'Bonjour {name},',
      'Quelqu’un a voulu créer un compte sur {server} avec votre adresse. Vous en avez déjà un\u00a0: {name}. Si vous avez ' +
        'oublié le mot de passe, choisissez-en un nouveau ici\u00a0:',
      '{link}',
      'Si ce n’était pas vous, vous n’avez rien à faire.',
    ],
  },
}

const SPANISH: Words = {
  reset: {
    subject: 'Elige una contraseña nueva',
    lines: [
      'Hola, {name}:',
      'Se ha solicitado una contraseña nueva para tu cuenta en {server}. Elígela aquí durante la próxima hora:',
      '{link}',
      'Si no has sido tú, no tienes que hacer nada: tu contraseña no cambia.',
    ],
  },
  verify: {
    subject: 'Confirma tu correo electrónico',
    lines: [
      'Hola, {name}:',
      'Confirma aquí, en los próximos dos días, el correo electrónico de tu cuenta en {server}:',
      '{link}',
      'Si no tienes una cuenta allí, no tienes que hacer nada.',
    ],
  },
  'known-address': {
    subject: 'Ya tienes una cuenta',
    lines: [
      'Hola, {name}:',
      'Alguien ha intentado crear una cuenta en {server} con tu dirección. Ya tienes una: {name}. Si has olvidado la ' +
        'contraseña, elige una nueva aquí:',
      '{link}',
      'Si no has sido tú, no tienes que hacer nada.',
    ],
  },
}

const LETTERS: Readonly<Record<MailLanguage, Words>> = {
  en: ENGLISH,
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
}

/** `serverName` is the display name configured by the operator. */
export function letterFor(
  to: string,
  occasion: Occasion,
  { baseUrl, serverName, language }: { baseUrl: string; serverName: string; language: MailLanguage },
): Letter {
  const { kind, username, path } = occasion
  const { subject, lines } = LETTERS[language][kind]
  const values = { name: username, link: `${baseUrl}${path}`, server: serverName }
  const filled = lines.map(line =>
    line.replace(/\{(name|link|server)\}/g, (_, place: keyof typeof values) => values[place]),
  )
  return { to, subject: `${serverName}: ${subject}`, text: `${filled.join('\n\n')}\n` }
}
