import type { MailTexts } from './en.js';

export const ITALIAN: MailTexts = {
  photos: { one: '{n} foto', other: '{n} foto' },
  sections: { one: '{n} sezione', other: '{n} sezioni' },
  items: { one: '{n} elemento', other: '{n} elementi' },
  'section.description': 'Descrizione dell’attività',
  'section.services': 'Servizi',
  'section.serviceAreas': 'Zone servite',
  'section.faqs': 'Domande frequenti',
  'section.keywords': 'Parole chiave',
  someone: 'Un visitatore',
  approved: 'Approvato: {n}',
  rejected: 'Da modificare: {n}',
  left: 'In attesa: {n}',
  changed: 'Modificato',
  answered: 'Con risposta',
  answer: 'La nostra risposta',
  note: 'Nota',
  decideBy: 'Decida entro {date}, per favore.',
  noAccount: 'Non serve un account. Il link è solo suo.',
  named: '{client} l’ha indicata per esprimere un parere.',
  stop: 'Non ricevere più queste e-mail',
  staff: 'Riceve questa e-mail come membro del team di {brand}.',
  open: 'Apri {title}',
  more: { one: 'e {n} altro', other: 'e altri {n}' },
  opens: 'Se il pulsante non funziona, apra questo indirizzo:',

  'invitation.subject': '{client}: {things} da decidere',
  'invitation.heading': {
    one: '{name}, {things} di {client} attende la sua decisione',
    other: '{name}, {things} di {client} attendono la sua decisione',
  },
  'invitation.button': 'Esamina {things}',

  'reviewPage.subject': '{client}: la sua pagina di revisione',
  'reviewPage.heading': '{name}, questa è la sua pagina di revisione per {client}',
  'reviewPage.text': 'Buongiorno {name},\nal momento nulla attende la sua decisione. Le novità appariranno qui.',
  'reviewPage.button': 'Apri la pagina',

  'newRound.subject': '{client}: modifiche a {things}',
  'newRound.heading': {
    one: '{name}, c’è una nuova versione: {things}',
    other: '{name}, ci sono nuove versioni: {things}',
  },
  'newRound.text': 'Abbiamo modificato ciò che ha chiesto. Dia un’occhiata, per favore.',
  'newRound.byUs': 'Abbiamo modificato qualcosa dopo la sua decisione. Dia un’occhiata, per favore.',
  'newRound.button': 'Guarda {things}',

  'answered.subject': '{client}: la nostra risposta su {things}',
  'answered.heading': '{name}, le abbiamo risposto: {things}',
  'answered.text': 'Non è stato modificato altro. Legga la nostra risposta e decida di nuovo, per favore.',

  'again.subject': '{client}: {things} su cui decidere di nuovo',
  'again.heading': '{name}, decida di nuovo, per favore: {things}',
  'again.text':
    'Una parte l’abbiamo modificata come richiesto, al resto abbiamo risposto. Dia un’occhiata, per favore.',

  'reminder.subject': {
    one: 'Promemoria: resta {things} di {client}',
    other: 'Promemoria: restano {things} di {client}',
  },
  'reminder.heading': { one: '{name}, resta {things}.', other: '{name}, restano {things}.' },
  'reminder.short': 'Ci vuole meno di un minuto.',
  'reminder.progress': '{decided} di {total} decisi. Le sue decisioni sono salvate.',
  'reminder.waiting': 'Approvi ciò che si può pubblicare e ci dica che cosa va modificato.',
  'reminder.button': { one: 'Esamina {things}', other: 'Esamina {things} in attesa' },
  'reminder.number': 'Promemoria {number} di {of}. Terminano con la sua ultima decisione.',

  'receipt.subject': '{client}: le sue decisioni sono salvate',
  'receipt.heading': 'Grazie, {name}. Le sue decisioni sono salvate.',
  'receipt.text': 'Pubblichiamo ciò che ha approvato e modifichiamo ciò che ha chiesto.',
  'receipt.button': 'Vedi le sue decisioni',

  'delivered.subject': '{client}: consegna di {things}',
  'delivered.heading': {
    one: '{name}, è stata consegnata {things} di {client}',
    other: '{name}, sono state consegnate {things} di {client}',
  },
  'delivered.text': 'È stato consegnato esattamente ciò che è stato approvato, con i suoi testi.',
  'delivered.before': 'Novità dall’ultima consegna. Consegnate in precedenza: {n}',
  'delivered.changed': 'Modificate come richiesto: {n}',
  'delivered.button': 'Vedi che cosa è stato consegnato',

  'linkClosed.subject': '{client}: il suo link è stato chiuso',
  'linkClosed.heading': '{name}, il suo link per {client} è stato chiuso',
  'linkClosed.text': 'Non apre più la pagina. Ciò che ha deciso resta. Ci scriva se ne ha di nuovo bisogno.',

  'decisions.subject': '{client}: {by} ha deciso su {things}',
  'decisions.heading': '{by} ha deciso su {things} di {title}',

  'roundFinished.subject': '{client}: {by} ha finito con {title}',
  'roundFinished.heading': '{by} ha finito con {title}',

  'runFailed.subject': '{client}: non è stato possibile scrivere {failed} di {total}',
  'runFailed.heading': 'Non è stato possibile scrivere {failed} di {total} in {title}',

  'digest.subject': { one: '{brand}: decisioni su {n} pacchetto', other: '{brand}: decisioni su {n} pacchetti' },
  'digest.heading': {
    one: '{name}, i clienti hanno deciso su {n} pacchetto',
    other: '{name}, i clienti hanno deciso su {n} pacchetti',
  },
  'digest.button': 'Apri {brand}',

  'domainLost.subject': '{agency}: {domain} non è più verificato',
  'domainLost.heading': '{domain} non è più verificato',
  'domainLost.text': 'I link per i clienti di {agency} non si aprono su questo dominio finché non punta di nuovo qui.',
  'domainLost.button': 'Apri le agenzie',

  'colleagueInvitation.subject': '{by} la invita su {brand}',
  'colleagueInvitation.heading': '{by} la invita su {brand}',
  'colleagueInvitation.text': {
    one: 'Scelga una password per accedere. Il link vale una volta, per {n} giorno.',
    other: 'Scelga una password per accedere. Il link vale una volta, per {n} giorni.',
  },
  'colleagueInvitation.button': 'Scegli una password',

  'lostPassword.subject': 'Una nuova password per {brand}',
  'lostPassword.heading': 'Scelga una nuova password',
  'lostPassword.text': {
    one: 'Il link vale una volta, per {n} minuto.',
    other: 'Il link vale una volta, per {n} minuti.',
  },
  'lostPassword.ignore': 'Se non l’ha chiesta, ignori questa e-mail: non cambia nulla.',
  'lostPassword.button': 'Scegli una nuova password',

  'stop.ask': 'Non ricevere più queste e-mail?',
  'stop.what': 'Questo indirizzo non riceverà più e-mail di revisione. I suoi link restano aperti.',
  'stop.button': 'Non ricevere più',
  'stop.done': 'Non riceverà più queste e-mail.',
  'stop.links': 'I suoi link restano aperti.',
  'stop.again': 'Ricevile di nuovo',
  'stop.unknown': 'Questo link non porta da nessuna parte',
  'stop.unknownWhat': 'Lo apra di nuovo dall’e-mail.',
};
