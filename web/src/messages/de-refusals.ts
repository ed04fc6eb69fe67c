import type { Refusal } from '@octavo/contract/refusals'

/** Was der Server ablehnt und warum. */
export const deRefusals = {
  'refusal.account_taken': 'Diesen Benutzernamen oder diese E-Mail-Adresse hat schon jemand.',
  'refusal.code_wrong': 'Dieser Code stimmt nicht. Er wechselt jede halbe Minute: Geht die Uhr des Telefons richtig?',
  'refusal.confirm_first': 'Bestätige erst deine E-Mail-Adresse: Ein Link wurde dorthin gesendet.',
  'refusal.email_invalid': 'Eine E-Mail-Adresse wie name@example.org',
  'refusal.email_taken': 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.',
  'refusal.group_taken': 'Eine Gruppe dieses Namens gibt es schon.',
  'refusal.last_admin': 'Das ist das letzte Konto der Verwaltung: Lege erst ein anderes an.',
  'refusal.link_ended': 'Dieser Link wurde schon benutzt, oder seine Zeit ist um. Bitte um einen neuen.',
  'refusal.no_mail': 'Dieser Server sendet keine Mail. Frag, wer sich um ihn kümmert.',
  'refusal.only_way_in': 'Nur über dieses Konto meldest du dich an: Wähle erst ein Passwort.',
  'refusal.outranked': 'Diese Person darf mehr als du.',
  'refusal.password_common': 'Dieses Passwort wird mit als erstes geraten: Wähle ein anderes.',
  'refusal.password_weak':
    'Dem Passwort fehlt etwas: 8 Zeichen, ein großer und ein kleiner Buchstabe, eine Ziffer, ein Zeichen wie ! oder ?',
  'refusal.password_wrong': 'Das bisherige Passwort stimmt nicht.',
  'refusal.registration_closed': 'Neue Konten legt an, wer sich um diesen Server kümmert.',
  'refusal.sign_in_again': 'Melde dich ab und wieder an, und tu das dann binnen zehn Minuten.',
  'refusal.tag_taken': 'Eine Marke dieses Namens gibt es schon.',
  'refusal.took_too_long': 'Das dauerte zu lange oder wurde anderswo begonnen. Versuch es noch einmal.',
  'refusal.username_missing': 'Ein Name zum Anmelden',
  'refusal.username_signs': 'Ein Benutzername hat keinen Doppelpunkt, keine Steuerzeichen und auch kein @.',
  'refusal.username_taken': 'Diesen Benutzernamen hat schon jemand.',
} as const satisfies Record<`refusal.${Refusal}`, string>
