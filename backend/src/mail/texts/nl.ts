import type { MailTexts } from './en.js';

export const DUTCH: MailTexts = {
  photos: { one: '{n} foto', other: '{n} foto’s' },
  sections: { one: '{n} onderdeel', other: '{n} onderdelen' },
  items: { one: '{n} item', other: '{n} items' },
  'section.description': 'Bedrijfsomschrijving',
  'section.services': 'Diensten',
  'section.serviceAreas': 'Werkgebieden',
  'section.faqs': 'Veelgestelde vragen',
  'section.keywords': 'Zoekwoorden',
  someone: 'Een bezoeker',
  approved: 'Goedgekeurd: {n}',
  rejected: 'Aan te passen: {n}',
  left: 'Nog open: {n}',
  changed: 'Aangepast',
  answered: 'Beantwoord',
  answer: 'Ons antwoord',
  note: 'Opmerking',
  decideBy: 'Beslis graag uiterlijk {date}.',
  noAccount: 'U hebt geen account nodig. De link is alleen van u.',
  named: '{client} heeft u als beoordelaar opgegeven.',
  stop: 'Deze mails niet meer ontvangen',
  staff: 'U krijgt deze mail als medewerker van {brand}.',
  open: '{title} openen',
  more: { one: 'en nog {n}', other: 'en nog {n}' },
  opens: 'Werkt de knop niet? Open dan dit adres:',

  'invitation.subject': '{client}: {things} om te beoordelen',
  'invitation.heading': {
    one: '{name}, {things} van {client} wacht op uw beslissing',
    other: '{name}, {things} van {client} wachten op uw beslissing',
  },
  'invitation.button': '{things} beoordelen',

  'reviewPage.subject': '{client}: uw beoordelingspagina',
  'reviewPage.heading': '{name}, dit is uw beoordelingspagina voor {client}',
  'reviewPage.text': 'Hallo {name},\nop dit moment wacht er niets op uw beslissing. Wat volgt, verschijnt hier.',
  'reviewPage.button': 'Pagina openen',

  'newRound.subject': '{client}: {things} voor u aangepast',
  'newRound.heading': {
    one: '{name}, er is een nieuwe versie: {things}',
    other: '{name}, er zijn nieuwe versies: {things}',
  },
  'newRound.text': 'We hebben aangepast wat u vroeg. Bekijk het even.',
  'newRound.byUs': 'We hebben iets aangepast sinds uw beslissing. Bekijk het even.',
  'newRound.button': '{things} bekijken',

  'answered.subject': '{client}: ons antwoord over {things}',
  'answered.heading': '{name}, we hebben u geantwoord: {things}',
  'answered.text': 'Verder is er niets aangepast. Lees ons antwoord en beslis opnieuw.',

  'again.subject': '{client}: {things} om opnieuw te beslissen',
  'again.heading': '{name}, beslis opnieuw over {things}',
  'again.text': 'Een deel hebben we aangepast zoals u vroeg, op de rest hebben we geantwoord. Bekijk het even.',

  'reminder.subject': {
    one: 'Herinnering: {things} van {client} staat nog open',
    other: 'Herinnering: {things} van {client} staan nog open',
  },
  'reminder.heading': { one: '{name}, {things} staat nog open.', other: '{name}, {things} staan nog open.' },
  'reminder.short': 'Het duurt minder dan een minuut.',
  'reminder.progress': '{decided} van {total} beslist. Wat u besliste, is opgeslagen.',
  'reminder.waiting': 'Keur goed wat gepubliceerd mag worden, en zeg ons wat anders moet.',
  'reminder.button': { one: '{things} beoordelen', other: 'De laatste {things} beoordelen' },
  'reminder.number': 'Herinnering {number} van {of}. Ze stoppen na uw laatste beslissing.',

  'receipt.subject': '{client}: uw beslissingen zijn opgeslagen',
  'receipt.heading': 'Bedankt, {name}. Uw beslissingen zijn opgeslagen.',
  'receipt.text': 'We publiceren wat u goedkeurde, en passen aan wat u vroeg.',
  'receipt.button': 'Uw beslissingen bekijken',

  'delivered.subject': '{client}: {things} geleverd',
  'delivered.heading': {
    one: '{name}, {things} van {client} is geleverd',
    other: '{name}, {things} van {client} zijn geleverd',
  },
  'delivered.text': 'Geleverd is precies wat is goedgekeurd, met de teksten.',
  'delivered.before': 'Nieuw sinds de vorige levering. Eerder geleverd: {n}',
  'delivered.changed': 'Aangepast zoals u vroeg: {n}',
  'delivered.button': 'Bekijken wat is geleverd',

  'linkClosed.subject': '{client}: uw link is gesloten',
  'linkClosed.heading': '{name}, uw link voor {client} is gesloten',
  'linkClosed.text': 'Hij opent de pagina niet meer. Wat u besliste, blijft. Schrijf ons als u hem weer nodig hebt.',

  'decisions.subject': '{client}: {by} heeft over {things} beslist',
  'decisions.heading': '{by} heeft over {things} van {title} beslist',

  'roundFinished.subject': '{client}: {by} is klaar met {title}',
  'roundFinished.heading': '{by} is klaar met {title}',

  'runFailed.subject': '{client}: {failed} van {total} konden niet worden geschreven',
  'runFailed.heading': '{failed} van {total} konden in {title} niet worden geschreven',

  'digest.subject': { one: '{brand}: beslissingen over {n} pakket', other: '{brand}: beslissingen over {n} pakketten' },
  'digest.heading': {
    one: '{name}, klanten hebben over {n} pakket beslist',
    other: '{name}, klanten hebben over {n} pakketten beslist',
  },
  'digest.button': '{brand} openen',

  'domainLost.subject': '{agency}: {domain} is niet meer geverifieerd',
  'domainLost.heading': '{domain} is niet meer geverifieerd',
  'domainLost.text': 'Links voor klanten van {agency} openen niet op dit domein tot het weer hierheen wijst.',
  'domainLost.button': 'Bureaus openen',

  'colleagueInvitation.subject': '{by} nodigt u uit voor {brand}',
  'colleagueInvitation.heading': '{by} nodigt u uit voor {brand}',
  'colleagueInvitation.text': {
    one: 'Kies een wachtwoord om in te loggen. De link werkt één keer, binnen {n} dag.',
    other: 'Kies een wachtwoord om in te loggen. De link werkt één keer, binnen {n} dagen.',
  },
  'colleagueInvitation.button': 'Wachtwoord kiezen',

  'lostPassword.subject': 'Een nieuw wachtwoord voor {brand}',
  'lostPassword.heading': 'Kies een nieuw wachtwoord',
  'lostPassword.text': {
    one: 'De link werkt één keer, binnen {n} minuut.',
    other: 'De link werkt één keer, binnen {n} minuten.',
  },
  'lostPassword.ignore': 'Hebt u er niet om gevraagd? Dan hoeft u niets te doen: er verandert niets.',
  'lostPassword.button': 'Nieuw wachtwoord kiezen',

  'stop.ask': 'Deze mails niet meer ontvangen?',
  'stop.what': 'Dit adres krijgt dan geen mails over beoordelingen meer. Uw links blijven open.',
  'stop.button': 'Niet meer ontvangen',
  'stop.done': 'U ontvangt deze mails niet meer.',
  'stop.links': 'Uw links blijven open.',
  'stop.again': 'Weer ontvangen',
  'stop.unknown': 'Deze link leidt nergens heen',
  'stop.unknownWhat': 'Open hem opnieuw vanuit de mail.',
};
