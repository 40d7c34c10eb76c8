import type { MailTexts } from './en.js';

export const GERMAN: MailTexts = {
  photos: { one: '{n} Foto', other: '{n} Fotos' },
  sections: { one: '{n} Abschnitt', other: '{n} Abschnitte' },
  items: { one: '{n} Beitrag', other: '{n} Beiträge' },
  'section.description': 'Unternehmensbeschreibung',
  'section.services': 'Leistungen',
  'section.serviceAreas': 'Einzugsgebiete',
  'section.faqs': 'Häufige Fragen',
  'section.keywords': 'Suchbegriffe',
  someone: 'Ein Besucher',
  approved: 'Freigegeben: {n}',
  rejected: 'Zu ändern: {n}',
  left: 'Noch offen: {n}',
  changed: 'Geändert',
  answered: 'Beantwortet',
  answer: 'Unsere Antwort',
  note: 'Anmerkung',
  decideBy: 'Bitte entscheiden Sie bis {date}.',
  noAccount: 'Sie brauchen kein Konto. Der Link gehört nur Ihnen.',
  named: '{client} hat Sie als Prüfer angegeben.',
  stop: 'Diese Mails abbestellen',
  staff: 'Sie bekommen diese Mail als Mitarbeiter von {brand}.',
  open: '{title} öffnen',
  more: { one: 'und {n} weitere', other: 'und {n} weitere' },
  opens: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',

  'invitation.subject': '{client}: {things} zur Entscheidung',
  'invitation.heading': {
    one: '{name}, {things} von {client} wartet auf Ihre Entscheidung',
    other: '{name}, {things} von {client} warten auf Ihre Entscheidung',
  },
  'invitation.button': '{things} prüfen',

  'reviewPage.subject': '{client}: Ihre Prüfseite',
  'reviewPage.heading': '{name}, das ist Ihre Prüfseite für {client}',
  'reviewPage.text':
    'Hallo {name},\nzurzeit wartet nichts auf Ihre Entscheidung. Was als Nächstes kommt, erscheint hier.',
  'reviewPage.button': 'Prüfseite öffnen',

  'newRound.subject': '{client}: {things} für Sie geändert',
  'newRound.heading': {
    one: '{name}, es gibt eine neue Fassung: {things}',
    other: '{name}, es gibt neue Fassungen: {things}',
  },
  'newRound.text': 'Wir haben geändert, worum Sie gebeten haben. Bitte sehen Sie es sich an.',
  'newRound.byUs': 'Wir haben seit Ihrer Entscheidung etwas geändert. Bitte sehen Sie es sich an.',
  'newRound.button': '{things} ansehen',

  'answered.subject': '{client}: Unsere Antwort zu {things}',
  'answered.heading': '{name}, wir haben Ihnen geantwortet: {things}',
  'answered.text': 'Sonst wurde nichts geändert. Bitte lesen Sie unsere Antwort und entscheiden Sie noch einmal.',

  'again.subject': '{client}: {things} noch einmal zu entscheiden',
  'again.heading': '{name}, bitte entscheiden Sie noch einmal: {things}',
  'again.text': 'Einiges haben wir wie gewünscht geändert, anderes haben wir beantwortet. Bitte sehen Sie es sich an.',

  'reminder.subject': {
    one: 'Erinnerung: {things} von {client} ist noch offen',
    other: 'Erinnerung: {things} von {client} sind noch offen',
  },
  'reminder.heading': { one: '{name}, {things} ist noch offen.', other: '{name}, {things} sind noch offen.' },
  'reminder.short': 'Es dauert weniger als eine Minute.',
  'reminder.progress': '{decided} von {total} entschieden. Ihre Entscheidungen sind gespeichert.',
  'reminder.waiting':
    'Bitte geben Sie frei, was veröffentlicht werden darf, und sagen Sie uns, was anders werden soll.',
  'reminder.button': { one: '{things} prüfen', other: 'Die letzten {things} prüfen' },
  'reminder.number': 'Erinnerung {number} von {of}. Sie enden mit Ihrer letzten Entscheidung.',

  'receipt.subject': '{client}: Ihre Entscheidungen sind gespeichert',
  'receipt.heading': 'Danke, {name}. Ihre Entscheidungen sind gespeichert.',
  'receipt.text': 'Wir veröffentlichen, was Sie freigegeben haben, und ändern, worum Sie gebeten haben.',
  'receipt.button': 'Ihre Entscheidungen ansehen',

  'delivered.subject': '{client}: {things} ausgeliefert',
  'delivered.heading': {
    one: '{name}, {things} von {client} ist ausgeliefert',
    other: '{name}, {things} von {client} sind ausgeliefert',
  },
  'delivered.text': 'Ausgeliefert wurde genau das, was freigegeben war, mit seinen Texten.',
  'delivered.before': 'Neu seit der letzten Lieferung. Vorher ausgeliefert: {n}',
  'delivered.changed': 'Wie gewünscht geändert: {n}',
  'delivered.button': 'Ansehen, was ausgeliefert wurde',

  'linkClosed.subject': '{client}: Ihr Link wurde geschlossen',
  'linkClosed.heading': '{name}, Ihr Link für {client} wurde geschlossen',
  'linkClosed.text':
    'Er öffnet die Seite nicht mehr. Was Sie entschieden haben, bleibt. Schreiben Sie uns, wenn Sie ihn wieder brauchen.',

  'decisions.subject': '{client}: {by} hat über {things} entschieden',
  'decisions.heading': '{by} hat über {things} von {title} entschieden',

  'roundFinished.subject': '{client}: {by} ist mit {title} fertig',
  'roundFinished.heading': '{by} ist mit {title} fertig',

  'runFailed.subject': '{client}: {failed} von {total} konnten nicht geschrieben werden',
  'runFailed.heading': '{failed} von {total} konnten in {title} nicht geschrieben werden',

  'digest.subject': { one: '{brand}: Entscheidungen zu {n} Paket', other: '{brand}: Entscheidungen zu {n} Paketen' },
  'digest.heading': {
    one: '{name}, Kunden haben über {n} Paket entschieden',
    other: '{name}, Kunden haben über {n} Pakete entschieden',
  },
  'digest.button': '{brand} öffnen',

  'domainLost.subject': '{agency}: {domain} ist nicht mehr bestätigt',
  'domainLost.heading': '{domain} ist nicht mehr bestätigt',
  'domainLost.text':
    'Links für Kunden von {agency} öffnen sich unter dieser Domain erst wieder, wenn sie auf diesen Server zeigt.',
  'domainLost.button': 'Agenturen öffnen',

  'colleagueInvitation.subject': '{by} lädt Sie zu {brand} ein',
  'colleagueInvitation.heading': '{by} lädt Sie zu {brand} ein',
  'colleagueInvitation.text': {
    one: 'Wählen Sie ein Passwort, um sich anzumelden. Der Link gilt einmal, innerhalb von {n} Tag.',
    other: 'Wählen Sie ein Passwort, um sich anzumelden. Der Link gilt einmal, innerhalb von {n} Tagen.',
  },
  'colleagueInvitation.button': 'Passwort wählen',

  'lostPassword.subject': 'Ein neues Passwort für {brand}',
  'lostPassword.heading': 'Wählen Sie ein neues Passwort',
  'lostPassword.text': {
    one: 'Der Link gilt einmal, innerhalb von {n} Minute.',
    other: 'Der Link gilt einmal, innerhalb von {n} Minuten.',
  },
  'lostPassword.ignore': 'Wenn Sie nicht darum gebeten haben, ist nichts zu tun: Es ändert sich nichts.',
  'lostPassword.button': 'Neues Passwort wählen',

  'stop.ask': 'Diese Mails abbestellen?',
  'stop.what': 'An diese Adresse kommen dann keine Mails zu Freigaben mehr. Ihre Links öffnen sich weiterhin.',
  'stop.button': 'Mails abbestellen',
  'stop.done': 'Diese Mails sind abbestellt.',
  'stop.links': 'Ihre Links öffnen sich weiterhin.',
  'stop.again': 'Wieder bekommen',
  'stop.unknown': 'Dieser Link führt nirgendwohin',
  'stop.unknownWhat': 'Bitte öffnen Sie ihn noch einmal aus der Mail.',
};
