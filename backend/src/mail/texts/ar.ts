import type { MailTexts } from './en.js';

export const ARABIC: MailTexts = {
  photos: { zero: '{n} صورة', one: 'صورة واحدة', two: 'صورتان', few: '{n} صور', many: '{n} صورة', other: '{n} صورة' },
  sections: {
    zero: '{n} قسم',
    one: 'قسم واحد',
    two: 'قسمان',
    few: '{n} أقسام',
    many: '{n} قسمًا',
    other: '{n} قسم',
  },
  items: {
    zero: '{n} عنصر',
    one: 'عنصر واحد',
    two: 'عنصران',
    few: '{n} عناصر',
    many: '{n} عنصرًا',
    other: '{n} عنصر',
  },
  someone: 'زائر',
  approved: 'تمت الموافقة: {n}',
  rejected: 'يحتاج إلى تعديل: {n}',
  left: 'لم يُحسم بعد: {n}',
  note: 'ملاحظة',
  decideBy: 'يُرجى اتخاذ القرار قبل {date}.',
  noAccount: 'لا تحتاج إلى حساب. هذا الرابط خاص بك وحدك.',
  named: 'حدّدك {client} مراجعًا للمحتوى.',
  stop: 'إيقاف هذه الرسائل',
  staff: 'تصلك هذه الرسالة لأنك من فريق {brand}.',
  open: 'فتح {title}',
  more: { other: 'و{n} أخرى' },
  opens: 'إذا لم يعمل الزر، فافتح هذا العنوان:',

  'invitation.subject': '{client}: {things} بانتظار قرارك',
  'invitation.heading': '{name}، {things} من {client} بانتظار قرارك',
  'invitation.text': 'مرحبًا {name}،\nيُرجى الموافقة على ما يمكن نشره، وإخبارنا بما يجب تغييره.',
  'invitation.button': 'المراجعة: {things}',

  'newRound.subject': '{client}: تعديلات جديدة ({things})',
  'newRound.heading': '{name}، هناك نسخة جديدة: {things}',
  'newRound.text': 'غيّرنا ما طلبته. يُرجى إلقاء نظرة.',
  'newRound.button': 'العرض: {things}',

  'reminder.subject': 'تذكير: بقيت {things} من {client}',
  'reminder.heading': '{name}، بقيت {things}.',
  'reminder.short': 'يستغرق ذلك أقل من دقيقة.',
  'reminder.progress': 'تم حسم {decided} من {total}. قراراتك محفوظة.',
  'reminder.waiting': 'يُرجى الموافقة على ما يمكن نشره، وإخبارنا بما يجب تغييره.',
  'reminder.button': 'المراجعة: {things}',
  'reminder.number': 'التذكير {number} من {of}. تتوقف التذكيرات مع قرارك الأخير.',

  'receipt.subject': '{client}: قراراتك محفوظة',
  'receipt.heading': 'شكرًا {name}. قراراتك محفوظة.',
  'receipt.text': 'ننشر ما وافقت عليه، ونعدّل ما طلبت تعديله.',
  'receipt.button': 'عرض قراراتك',

  'linkClosed.subject': '{client}: أُغلق رابطك',
  'linkClosed.heading': '{name}، أُغلق رابطك الخاص بـ {client}',
  'linkClosed.text': 'لم يعد يفتح الصفحة. ما قررته محفوظ. راسلنا إذا احتجت إليه من جديد.',

  'decisions.subject': '{client}: اتخذ {by} قراره ({things})',
  'decisions.heading': 'اتخذ {by} قراره في {title} ({things})',

  'roundFinished.subject': '{client}: أنهى {by} مراجعة {title}',
  'roundFinished.heading': 'أنهى {by} مراجعة {title}',

  'runFailed.subject': '{client}: تعذّرت كتابة {failed} من {total}',
  'runFailed.heading': 'تعذّرت كتابة {failed} من {total} في {title}',

  'digest.subject': {
    one: '{brand}: قرارات في حزمة واحدة',
    two: '{brand}: قرارات في حزمتين',
    few: '{brand}: قرارات في {n} حزم',
    other: '{brand}: قرارات في {n} حزمة',
  },
  'digest.heading': {
    one: '{name}، اتخذ العملاء قرارات في حزمة واحدة',
    two: '{name}، اتخذ العملاء قرارات في حزمتين',
    few: '{name}، اتخذ العملاء قرارات في {n} حزم',
    other: '{name}، اتخذ العملاء قرارات في {n} حزمة',
  },
  'digest.button': 'فتح {brand}',

  'domainLost.subject': '{agency}: لم يعد {domain} موثّقًا',
  'domainLost.heading': 'لم يعد {domain} موثّقًا',
  'domainLost.text': 'لا تُفتح روابط عملاء {agency} على هذا النطاق حتى يشير إلى هنا من جديد.',
  'domainLost.button': 'فتح الوكالات',

  'colleagueInvitation.subject': 'يدعوك {by} إلى {brand}',
  'colleagueInvitation.heading': 'يدعوك {by} إلى {brand}',
  'colleagueInvitation.text': {
    one: 'اختر كلمة مرور لتسجيل الدخول. يعمل الرابط مرة واحدة خلال يوم واحد.',
    two: 'اختر كلمة مرور لتسجيل الدخول. يعمل الرابط مرة واحدة خلال يومين.',
    few: 'اختر كلمة مرور لتسجيل الدخول. يعمل الرابط مرة واحدة خلال {n} أيام.',
    other: 'اختر كلمة مرور لتسجيل الدخول. يعمل الرابط مرة واحدة خلال {n} يومًا.',
  },
  'colleagueInvitation.button': 'اختيار كلمة مرور',

  'lostPassword.subject': 'كلمة مرور جديدة لـ {brand}',
  'lostPassword.heading': 'اختر كلمة مرور جديدة',
  'lostPassword.text': {
    one: 'يعمل الرابط مرة واحدة خلال دقيقة واحدة.',
    two: 'يعمل الرابط مرة واحدة خلال دقيقتين.',
    few: 'يعمل الرابط مرة واحدة خلال {n} دقائق.',
    other: 'يعمل الرابط مرة واحدة خلال {n} دقيقة.',
  },
  'lostPassword.ignore': 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغير شيء.',
  'lostPassword.button': 'اختيار كلمة مرور جديدة',

  'stop.ask': 'إيقاف هذه الرسائل؟',
  'stop.what': 'لن تصل إلى هذا العنوان رسائل المراجعة بعد الآن. تبقى روابطك مفتوحة.',
  'stop.button': 'إيقاف هذه الرسائل',
  'stop.done': 'تم إيقاف هذه الرسائل.',
  'stop.links': 'تبقى روابطك مفتوحة.',
  'stop.again': 'استقبالها من جديد',
  'stop.unknown': 'هذا الرابط لا يؤدي إلى أي مكان',
  'stop.unknownWhat': 'يُرجى فتحه من الرسالة من جديد.',
};
