import type { MailTexts } from './en.js';

export const FRENCH: MailTexts = {
  photos: { one: '{n} photo', other: '{n} photos' },
  sections: { one: '{n} section', other: '{n} sections' },
  items: { one: '{n} élément', other: '{n} éléments' },
  'section.description': 'Description de l’établissement',
  'section.services': 'Services',
  'section.serviceAreas': 'Zones desservies',
  'section.faqs': 'Questions fréquentes',
  'section.keywords': 'Mots-clés',
  someone: 'Un visiteur',
  approved: 'Approuvé : {n}',
  rejected: 'À modifier : {n}',
  left: 'En attente : {n}',
  changed: 'Modifié',
  answered: 'Avec réponse',
  answer: 'Notre réponse',
  note: 'Remarque',
  decideBy: 'Merci de décider avant le {date}.',
  noAccount: 'Aucun compte nécessaire. Ce lien est le vôtre.',
  named: '{client} vous a désigné pour donner votre avis.',
  stop: 'Ne plus recevoir ces e-mails',
  staff: 'Vous recevez cet e-mail en tant que membre de l’équipe de {brand}.',
  open: 'Ouvrir {title}',
  more: { one: 'et {n} autre', other: 'et {n} autres' },
  opens: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',

  'invitation.subject': '{client} : {things} à valider',
  'invitation.heading': {
    one: '{name}, {things} de {client} attend votre décision',
    other: '{name}, {things} de {client} attendent votre décision',
  },
  'invitation.button': 'Voir {things}',

  'reviewPage.subject': '{client} : votre page de validation',
  'reviewPage.heading': '{name}, voici votre page de validation pour {client}',
  'reviewPage.text': 'Bonjour {name},\nrien n’attend votre décision pour le moment. La suite apparaîtra ici.',
  'reviewPage.button': 'Ouvrir la page',

  'newRound.subject': '{client} : {things} à revoir après modification',
  'newRound.heading': {
    one: '{name}, une nouvelle version vous attend : {things}',
    other: '{name}, de nouvelles versions vous attendent : {things}',
  },
  'newRound.text': 'Nous avons modifié ce que vous avez demandé. Merci d’y jeter un œil.',
  'newRound.byUs': 'Nous avons fait une modification depuis votre décision. Merci d’y jeter un œil.',
  'newRound.button': 'Voir {things}',

  'answered.subject': '{client} : notre réponse concernant {things}',
  'answered.heading': '{name}, nous vous avons répondu : {things}',
  'answered.text': 'Rien d’autre n’a été modifié. Merci de lire notre réponse et de décider à nouveau.',

  'again.subject': '{client} : {things} à décider à nouveau',
  'again.heading': '{name}, une nouvelle décision vous attend : {things}',
  'again.text': 'Nous en avons modifié une partie comme demandé, et répondu pour le reste. Merci d’y jeter un œil.',

  'reminder.subject': {
    one: 'Rappel : il reste {things} de {client}',
    other: 'Rappel : il reste {things} de {client}',
  },
  'reminder.heading': '{name}, il reste {things}.',
  'reminder.short': 'Cela prend moins d’une minute.',
  'reminder.progress': '{decided} sur {total} décidés. Vos décisions sont enregistrées.',
  'reminder.waiting': 'Merci d’approuver ce qui peut être publié et de nous dire ce qui doit être modifié.',
  'reminder.button': { one: 'Voir {things}', other: 'Voir {things} en attente' },
  'reminder.number': 'Rappel {number} sur {of}. Ils s’arrêtent à votre dernière décision.',

  'receipt.subject': '{client} : vos décisions sont enregistrées',
  'receipt.heading': 'Merci {name}. Vos décisions sont enregistrées.',
  'receipt.text': 'Nous publions ce que vous avez approuvé et modifions ce que vous avez demandé.',
  'receipt.button': 'Voir vos décisions',

  'delivered.subject': '{client} : livraison de {things}',
  'delivered.heading': '{name}, la livraison est faite : {things} de {client}',
  'delivered.text': 'Ce qui a été livré est exactement ce qui a été approuvé, avec ses textes.',
  'delivered.before': 'Nouveau depuis la dernière livraison. Livré auparavant : {n}',
  'delivered.changed': 'Modifié comme demandé : {n}',
  'delivered.button': 'Voir ce qui a été livré',

  'linkClosed.subject': '{client} : votre lien a été fermé',
  'linkClosed.heading': '{name}, votre lien pour {client} a été fermé',
  'linkClosed.text':
    'Il n’ouvre plus la page. Vos décisions restent enregistrées. Écrivez-nous si vous en avez encore besoin.',

  'decisions.subject': '{client} : {by} a donné son avis ({things})',
  'decisions.heading': '{by} a donné son avis sur {title} ({things})',

  'roundFinished.subject': '{client} : {by} a terminé {title}',
  'roundFinished.heading': '{by} a terminé {title}',

  'runFailed.subject': '{client} : {failed} sur {total} n’ont pas pu être rédigés',
  'runFailed.heading': '{failed} sur {total} n’ont pas pu être rédigés dans {title}',

  'digest.subject': { one: '{brand} : décisions sur {n} lot', other: '{brand} : décisions sur {n} lots' },
  'digest.heading': {
    one: '{name}, des clients ont décidé sur {n} lot',
    other: '{name}, des clients ont décidé sur {n} lots',
  },
  'digest.button': 'Ouvrir {brand}',

  'domainLost.subject': '{agency} : {domain} n’est plus vérifié',
  'domainLost.heading': '{domain} n’est plus vérifié',
  'domainLost.text':
    'Les liens des clients de {agency} ne s’ouvrent plus sur ce domaine tant qu’il ne pointe pas de nouveau ici.',
  'domainLost.button': 'Ouvrir les agences',

  'colleagueInvitation.subject': '{by} vous invite sur {brand}',
  'colleagueInvitation.heading': '{by} vous invite sur {brand}',
  'colleagueInvitation.text': {
    one: 'Choisissez un mot de passe pour vous connecter. Le lien est valable une fois, pendant {n} jour.',
    other: 'Choisissez un mot de passe pour vous connecter. Le lien est valable une fois, pendant {n} jours.',
  },
  'colleagueInvitation.button': 'Choisir un mot de passe',

  'lostPassword.subject': 'Un nouveau mot de passe pour {brand}',
  'lostPassword.heading': 'Choisissez un nouveau mot de passe',
  'lostPassword.text': {
    one: 'Le lien est valable une fois, pendant {n} minute.',
    other: 'Le lien est valable une fois, pendant {n} minutes.',
  },
  'lostPassword.ignore': 'Si vous ne l’avez pas demandé, ignorez cet e-mail : rien ne change.',
  'lostPassword.button': 'Choisir un nouveau mot de passe',

  'stop.ask': 'Ne plus recevoir ces e-mails ?',
  'stop.what': 'Cette adresse ne recevra plus d’e-mails de validation. Vos liens restent ouverts.',
  'stop.button': 'Ne plus recevoir ces e-mails',
  'stop.done': 'Vous ne recevrez plus ces e-mails.',
  'stop.links': 'Vos liens restent ouverts.',
  'stop.again': 'Les recevoir à nouveau',
  'stop.unknown': 'Ce lien ne mène nulle part',
  'stop.unknownWhat': 'Ouvrez-le à nouveau depuis l’e-mail.',
};
