import type { MailTexts } from './en.js';

export const PORTUGUESE: MailTexts = {
  photos: { one: '{n} foto', other: '{n} fotos' },
  sections: { one: '{n} secção', other: '{n} secções' },
  items: { one: '{n} elemento', other: '{n} elementos' },
  'section.description': 'Descrição da empresa',
  'section.services': 'Serviços',
  'section.serviceAreas': 'Áreas de serviço',
  'section.faqs': 'Perguntas frequentes',
  'section.keywords': 'Palavras-chave',
  someone: 'Um visitante',
  approved: 'Aprovado: {n}',
  rejected: 'A alterar: {n}',
  left: 'Em aberto: {n}',
  changed: 'Alterado',
  answered: 'Respondido',
  answer: 'A nossa resposta',
  note: 'Nota',
  decideBy: 'Por favor, decida até {date}.',
  noAccount: 'Não precisa de conta. O link é só seu.',
  named: '{client} indicou-o para dar a sua opinião.',
  stop: 'Deixar de receber estes e-mails',
  staff: 'Recebe este e-mail como membro da equipa de {brand}.',
  open: 'Abrir {title}',
  more: { one: 'e mais {n}', other: 'e mais {n}' },
  opens: 'Se o botão não funcionar, abra este endereço:',

  'invitation.subject': '{client}: {things} para decidir',
  'invitation.heading': {
    one: '{name}, {things} de {client} aguarda a sua decisão',
    other: '{name}, {things} de {client} aguardam a sua decisão',
  },
  'invitation.button': 'Rever {things}',

  'reviewPage.subject': '{client}: a sua página de revisão',
  'reviewPage.heading': '{name}, esta é a sua página de revisão de {client}',
  'reviewPage.text': 'Olá {name},\nde momento nada aguarda a sua decisão. O que vier a seguir aparece aqui.',
  'reviewPage.button': 'Abrir a página',

  'newRound.subject': '{client}: alterações em {things}',
  'newRound.heading': {
    one: '{name}, há uma nova versão: {things}',
    other: '{name}, há novas versões: {things}',
  },
  'newRound.text': 'Alterámos o que nos pediu. Por favor, veja o resultado.',
  'newRound.byUs': 'Alterámos algo desde a sua decisão. Por favor, veja o resultado.',
  'newRound.button': 'Ver {things}',

  'answered.subject': '{client}: a nossa resposta sobre {things}',
  'answered.heading': '{name}, respondemos-lhe: {things}',
  'answered.text': 'Nada mais foi alterado. Por favor, leia a nossa resposta e decida de novo.',

  'again.subject': '{client}: {things} para decidir de novo',
  'again.heading': '{name}, decida de novo, por favor: {things}',
  'again.text': 'Alterámos uma parte como pediu e respondemos ao resto. Por favor, veja o resultado.',

  'reminder.subject': {
    one: 'Lembrete: falta {things} de {client}',
    other: 'Lembrete: faltam {things} de {client}',
  },
  'reminder.heading': { one: '{name}, falta {things}.', other: '{name}, faltam {things}.' },
  'reminder.short': 'Demora menos de um minuto.',
  'reminder.progress': '{decided} de {total} decididos. As suas decisões estão guardadas.',
  'reminder.waiting': 'Aprove o que pode ser publicado e diga-nos o que devemos alterar.',
  'reminder.button': { one: 'Rever {things}', other: 'Rever {things} em falta' },
  'reminder.number': 'Lembrete {number} de {of}. Terminam com a sua última decisão.',

  'receipt.subject': '{client}: as suas decisões estão guardadas',
  'receipt.heading': 'Obrigado, {name}. As suas decisões estão guardadas.',
  'receipt.text': 'Publicamos o que aprovou e alteramos o que pediu.',
  'receipt.button': 'Ver as suas decisões',

  'delivered.subject': '{client}: entrega de {things}',
  'delivered.heading': {
    one: '{name}, foi entregue {things} de {client}',
    other: '{name}, foram entregues {things} de {client}',
  },
  'delivered.text': 'Foi entregue exatamente o que foi aprovado, com os seus textos.',
  'delivered.before': 'Novo desde a última entrega. Entregue antes: {n}',
  'delivered.changed': 'Alterado como pediu: {n}',
  'delivered.button': 'Ver o que foi entregue',

  'linkClosed.subject': '{client}: o seu link foi fechado',
  'linkClosed.heading': '{name}, o seu link de {client} foi fechado',
  'linkClosed.text': 'Já não abre a página. O que decidiu mantém-se. Escreva-nos se voltar a precisar dele.',

  'decisions.subject': '{client}: {by} decidiu sobre {things}',
  'decisions.heading': '{by} decidiu sobre {things} de {title}',

  'roundFinished.subject': '{client}: {by} terminou {title}',
  'roundFinished.heading': '{by} terminou {title}',

  'runFailed.subject': '{client}: não foi possível redigir {failed} de {total}',
  'runFailed.heading': 'Não foi possível redigir {failed} de {total} em {title}',

  'digest.subject': { one: '{brand}: decisões sobre {n} pacote', other: '{brand}: decisões sobre {n} pacotes' },
  'digest.heading': {
    one: '{name}, clientes decidiram sobre {n} pacote',
    other: '{name}, clientes decidiram sobre {n} pacotes',
  },
  'digest.button': 'Abrir {brand}',

  'domainLost.subject': '{agency}: {domain} já não está verificado',
  'domainLost.heading': '{domain} já não está verificado',
  'domainLost.text': 'Os links dos clientes de {agency} não abrem neste domínio até que volte a apontar para aqui.',
  'domainLost.button': 'Abrir as agências',

  'colleagueInvitation.subject': '{by} convida-o para {brand}',
  'colleagueInvitation.heading': '{by} convida-o para {brand}',
  'colleagueInvitation.text': {
    one: 'Escolha uma palavra-passe para iniciar sessão. O link funciona uma vez, durante {n} dia.',
    other: 'Escolha uma palavra-passe para iniciar sessão. O link funciona uma vez, durante {n} dias.',
  },
  'colleagueInvitation.button': 'Escolher uma palavra-passe',

  'lostPassword.subject': 'Uma nova palavra-passe para {brand}',
  'lostPassword.heading': 'Escolha uma nova palavra-passe',
  'lostPassword.text': {
    one: 'O link funciona uma vez, durante {n} minuto.',
    other: 'O link funciona uma vez, durante {n} minutos.',
  },
  'lostPassword.ignore': 'Se não a pediu, ignore este e-mail: nada muda.',
  'lostPassword.button': 'Escolher uma nova palavra-passe',

  'stop.ask': 'Deixar de receber estes e-mails?',
  'stop.what': 'Este endereço deixa de receber e-mails de revisão. Os seus links continuam abertos.',
  'stop.button': 'Deixar de receber',
  'stop.done': 'Já não receberá estes e-mails.',
  'stop.links': 'Os seus links continuam abertos.',
  'stop.again': 'Voltar a receber',
  'stop.unknown': 'Este link não leva a lado nenhum',
  'stop.unknownWhat': 'Abra-o novamente a partir do e-mail.',
};
