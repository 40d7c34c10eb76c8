import type { MailTexts } from './en.js';

export const SPANISH: MailTexts = {
  photos: { one: '{n} foto', other: '{n} fotos' },
  sections: { one: '{n} sección', other: '{n} secciones' },
  items: { one: '{n} elemento', other: '{n} elementos' },
  'section.description': 'Descripción de la empresa',
  'section.services': 'Servicios',
  'section.serviceAreas': 'Zonas de servicio',
  'section.faqs': 'Preguntas frecuentes',
  'section.keywords': 'Palabras clave',
  someone: 'Un visitante',
  approved: 'Aprobado: {n}',
  rejected: 'Por cambiar: {n}',
  left: 'Pendiente: {n}',
  changed: 'Cambiado',
  answered: 'Respondido',
  answer: 'Nuestra respuesta',
  note: 'Nota',
  decideBy: 'Por favor, decida antes del {date}.',
  noAccount: 'No necesita ninguna cuenta. El enlace es solo suyo.',
  named: '{client} le ha indicado para dar su opinión.',
  stop: 'Dejar de recibir estos correos',
  staff: 'Recibe este correo como miembro del equipo de {brand}.',
  open: 'Abrir {title}',
  more: { one: 'y {n} más', other: 'y {n} más' },
  opens: 'Si el botón no funciona, abra esta dirección:',

  'invitation.subject': '{client}: {things} para decidir',
  'invitation.heading': {
    one: '{name}, {things} de {client} espera su decisión',
    other: '{name}, {things} de {client} esperan su decisión',
  },
  'invitation.button': 'Revisar {things}',

  'reviewPage.subject': '{client}: su página de revisión',
  'reviewPage.heading': '{name}, esta es su página de revisión de {client}',
  'reviewPage.text': 'Hola, {name}:\nahora no hay nada pendiente de su decisión. Lo próximo aparecerá aquí.',
  'reviewPage.button': 'Abrir la página',

  'newRound.subject': '{client}: cambios en {things}',
  'newRound.heading': {
    one: '{name}, hay una nueva versión: {things}',
    other: '{name}, hay nuevas versiones: {things}',
  },
  'newRound.text': 'Hemos cambiado lo que nos pidió. Échele un vistazo, por favor.',
  'newRound.byUs': 'Hemos cambiado algo desde su decisión. Échele un vistazo, por favor.',
  'newRound.button': 'Ver {things}',

  'answered.subject': '{client}: nuestra respuesta sobre {things}',
  'answered.heading': '{name}, le hemos respondido: {things}',
  'answered.text': 'No se ha cambiado nada más. Lea nuestra respuesta y decida de nuevo, por favor.',

  'again.subject': '{client}: {things} para decidir de nuevo',
  'again.heading': '{name}, decida de nuevo, por favor: {things}',
  'again.text': 'Una parte la hemos cambiado como pidió y a otra le hemos respondido. Échele un vistazo, por favor.',

  'reminder.subject': {
    one: 'Recordatorio: queda {things} de {client}',
    other: 'Recordatorio: quedan {things} de {client}',
  },
  'reminder.heading': { one: '{name}, queda {things}.', other: '{name}, quedan {things}.' },
  'reminder.short': 'Se tarda menos de un minuto.',
  'reminder.progress': '{decided} de {total} decididos. Sus decisiones están guardadas.',
  'reminder.waiting': 'Apruebe lo que se puede publicar y díganos qué debemos cambiar.',
  'reminder.button': { one: 'Revisar {things}', other: 'Revisar {things} pendientes' },
  'reminder.number': 'Recordatorio {number} de {of}. Terminan con su última decisión.',

  'receipt.subject': '{client}: sus decisiones están guardadas',
  'receipt.heading': 'Gracias, {name}. Sus decisiones están guardadas.',
  'receipt.text': 'Publicaremos lo que ha aprobado y cambiaremos lo que ha pedido.',
  'receipt.button': 'Ver sus decisiones',

  'delivered.subject': '{client}: entrega de {things}',
  'delivered.heading': {
    one: '{name}, se ha entregado {things} de {client}',
    other: '{name}, se han entregado {things} de {client}',
  },
  'delivered.text': 'Se ha entregado exactamente lo que se aprobó, con sus textos.',
  'delivered.before': 'Nuevo desde la última entrega. Entregado antes: {n}',
  'delivered.changed': 'Cambiado como pidió: {n}',
  'delivered.button': 'Ver lo que se ha entregado',

  'linkClosed.subject': '{client}: su enlace se ha cerrado',
  'linkClosed.heading': '{name}, su enlace de {client} se ha cerrado',
  'linkClosed.text': 'Ya no abre la página. Lo que decidió se conserva. Escríbanos si lo necesita de nuevo.',

  'decisions.subject': '{client}: {by} ha decidido sobre {things}',
  'decisions.heading': '{by} ha decidido sobre {things} de {title}',

  'roundFinished.subject': '{client}: {by} ha terminado con {title}',
  'roundFinished.heading': '{by} ha terminado con {title}',

  'runFailed.subject': '{client}: no se pudieron redactar {failed} de {total}',
  'runFailed.heading': 'No se pudieron redactar {failed} de {total} en {title}',

  'digest.subject': { one: '{brand}: decisiones sobre {n} paquete', other: '{brand}: decisiones sobre {n} paquetes' },
  'digest.heading': {
    one: '{name}, los clientes han decidido sobre {n} paquete',
    other: '{name}, los clientes han decidido sobre {n} paquetes',
  },
  'digest.button': 'Abrir {brand}',

  'domainLost.subject': '{agency}: {domain} ya no está verificado',
  'domainLost.heading': '{domain} ya no está verificado',
  'domainLost.text':
    'Los enlaces de los clientes de {agency} no se abren en este dominio hasta que vuelva a apuntar aquí.',
  'domainLost.button': 'Abrir las agencias',

  'colleagueInvitation.subject': '{by} le invita a {brand}',
  'colleagueInvitation.heading': '{by} le invita a {brand}',
  'colleagueInvitation.text': {
    one: 'Elija una contraseña para iniciar sesión. El enlace sirve una vez, durante {n} día.',
    other: 'Elija una contraseña para iniciar sesión. El enlace sirve una vez, durante {n} días.',
  },
  'colleagueInvitation.button': 'Elegir una contraseña',

  'lostPassword.subject': 'Una nueva contraseña para {brand}',
  'lostPassword.heading': 'Elija una nueva contraseña',
  'lostPassword.text': {
    one: 'El enlace sirve una vez, durante {n} minuto.',
    other: 'El enlace sirve una vez, durante {n} minutos.',
  },
  'lostPassword.ignore': 'Si no la ha pedido, ignore este correo: nada cambia.',
  'lostPassword.button': 'Elegir una nueva contraseña',

  'stop.ask': '¿Dejar de recibir estos correos?',
  'stop.what': 'Esta dirección no recibirá más correos de revisión. Sus enlaces siguen abiertos.',
  'stop.button': 'Dejar de recibir',
  'stop.done': 'Ya no recibirá estos correos.',
  'stop.links': 'Sus enlaces siguen abiertos.',
  'stop.again': 'Volver a recibirlos',
  'stop.unknown': 'Este enlace no lleva a ninguna parte',
  'stop.unknownWhat': 'Ábralo de nuevo desde el correo.',
};
