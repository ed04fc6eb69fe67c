import type { TranslationOf } from '../../../messages/catalogue'
import type { en } from './en'

/** Die Meldungen der Anmeldedienste. */
export const de: TranslationOf<typeof en> = {
  'idp.accounts': 'Wer hier kein Konto hat, kommt nur herein, wo dafür Konten gemacht werden.',
  'idp.accountsLink': 'Einstellungen für neue Konten',
  'idp.add': 'Dienst hinzufügen',
  'idp.claims': 'Scopes und Claims',
  'idp.clientId': 'Client-ID',
  'idp.deleteNamed': '{name} entfernen',
  'idp.deleteText':
    'Damit kann sich niemand mehr anmelden. Konten bleiben; wer kein Passwort hat, braucht eines über einen Link.',
  'idp.deleteTitle': '{name} entfernen?',
  'idp.displayName': 'Name auf dem Knopf',
  'idp.editNamed': '{name} bearbeiten',
  'idp.emailClaim': 'Claim mit der E-Mail-Adresse',
  'idp.enabled': 'Bei der Anmeldung angeboten',
  'idp.fromServer': 'in Datei oder Umgebung des Servers gesetzt',
  'idp.groupsClaim': 'Claim mit den Gruppen',
  'idp.groupsHint': 'Ein Punkt führt in ein Objekt: realm_access.roles',
  'idp.issuer': 'Adresse des Ausstellers (Issuer)',
  'idp.issuerHint': 'Wie sich der Dienst selbst nennt. Von dort wird gelesen, wie er eingestellt ist.',
  'idp.name': 'Name in Adressen',
  'idp.nameHint': 'Kleinbuchstaben, Ziffern und Bindestriche. Er bleibt, wie er ist.',
  'idp.newTitle': 'Neuer Anmeldedienst',
  'idp.none': 'Noch kein Anmeldedienst',
  'idp.noneText':
    'Trage Octavo bei deinem Anmeldedienst als vertrauliche Web-Anwendung ein und hier, was er dir dafür gibt. Passwörter gelten daneben weiter.',
  'idp.off': 'ausgeschaltet',
  'idp.redirect': 'Weiterleitungsadresse, beim Dienst einzutragen',
  'idp.remove': 'Entfernen',
  'idp.role.admin': 'Verwaltende',
  'idp.role.maintainer': 'Betreuende',
  'idp.role.reader': 'Lesende',
  'idp.roles': 'Rollen nach Gruppe',
  'idp.rolesHint':
    'Gruppen des Dienstes, durch Kommas getrennt; bei jeder Anmeldung zählt die höchste Rolle. Ganz ohne bleiben Rollen, wie sie hier gesetzt sind.',
  'idp.save': 'Speichern',
  'idp.scopes': 'Scopes',
  'idp.scopesHint': 'Durch Leerzeichen getrennt.',
  'idp.secret': 'Client-Geheimnis',
  'idp.secretKept': 'Es gibt eines. Leer lassen, um es zu behalten.',
  'idp.testHalf': '{name} antwortet. Ob er diese Anwendung kennt, zeigt sich bei einer Anmeldung.',
  'idp.testNamed': '{name} prüfen',
  'idp.testOk': '{name} antwortet und kennt diese Anwendung.',
  'idp.text':
    'Alle melden sich mit Konten an, die sie anderswo haben, über OpenID Connect: Authentik, Keycloak, Authelia, Google und andere.',
  'idp.title': 'Anmeldedienste',
  'idp.usernameClaim': 'Claim mit dem Namen',
}
