import { words } from './publishable.js';

/**
 * A kind of claim that only the inputs can make: the words that make it, and a pattern of what states it in them
 * (lower case, without accents). Without a pattern, the very words must stand there.
 */
export type Claim = [what: string, claimed: RegExp, stated?: RegExp];

/** The claims that models like to make up; one line per language: English, German, French, Spanish, Italian. */
export const CLAIMS: Claim[] = [
  [
    'an award',
    words(
      'award(?:s|ed)?|awards?[- ]winning|prize[- ]winning',
      'preisgekrönt\\w*|prämiert\\w*|ausgezeichnete[rsnm]? (?:betrieb|service|qualität)',
      'récompensée?s?|primée?s?|lauréate?s?',
      'premiad[oa]s?|galardonad[oa]s?',
      'premiat[oaie]',
    ),
    /award|prize|preis(?:gekront|trager)|pramiert|auszeichnung|ausgezeichnet|recompens|prix d|laureat|premi|galardon/u,
  ],
  ['a certificate', words('\\w*(?:certifi|zertifi)\\w*'), /[cz]ertifi/u],
  ['a licence', words('licen[sc]ed', 'lizenziert\\w*|konzessioniert\\w*'), /licen[sc]|lizen[sz]|konzession/u],
  ['insurance', words('(?:fully )?insured|bonded'), /insur|bonded/u],
  [
    'a qualification',
    words(
      'accredited|accreditation|chartered|vetted|qualified|approved|registered|authori[sz]ed',
      'staatlich (?:geprüft|anerkannt|zugelassen)\\w*|geprüfte[rsnm]?|meisterbetrieb',
      'agréée?s?|homologuée?s?|diplômée?s?',
      'homologad[oa]s?|titulad[oa]s?',
      'abilitat[oaie]|qualificat[oaie]',
    ),
  ],
  [
    'a superlative',
    words(
      '(?<!our )(?<!their )(?:the )?best(?! (?:way|time|suited|suits|fit|wishes)| to (?:call|come|book))',
      'the (?:finest|greatest|leading|only|largest|biggest|oldest|fastest)|leading(?! to)|finest|premier|world[- ]class',
      'top[- ](?:rated|quality|notch|class|tier|choice)|unrivall?ed|unmatched|unbeatable|second to none|number (?:one|1)|no\\. ?1',
      '(?:the|our) most \\w+|most (?:trusted|experienced|reliable|popular|recommended)|first choice|trusted|renowned|famous|highly (?:rated|recommended)',
      '(?<!am )beste[rnsm]?|führend\\w*|marktführer\\w*|nummer (?:eins|1)|nr\\. ?1|erstklassig\\w*|einzigartig\\w*|unschlagbar\\w*|renommiert\\w*',
      'meilleure?s?|(?:le|la|les) plus (?!souvent|tôt|vite|tard|possible)\\w+|numéro (?:un|1)|leader|incontournables?|renommée?s?',
      'mejor(?:es)?|(?:el|la|los|las) más \\w+|líder(?:es)?|número (?:uno|1)|inigualables?',
      'miglior[ei]?|(?:il|la|i|gli|le) più (?!possibile)\\w+|il meglio|numero uno|eccellenz[ae]',
    ),
  ],
  ['a superlative', /#\s?1(?!\d)|n[°º.]\s?1(?!\d)/iu],
  [
    'a guarantee',
    words(
      'guarantee[sd]?|warrant(?:y|ies)|money[- ]back',
      'garantie\\w*|garantiert\\w*',
      'garanti(?:e?s?|ssons|r)',
      'garantías?|garantizad[oa]s?|garantizamos',
      'garantit[oiae]|garanzi[ae]',
    ),
    /guarant|warrant|money.back|garant|garanz/u,
  ],
  [
    'something for free',
    words(
      '(?<!feel )(?:[a-z]+-)?free(?!-)|complimentary|no obligation|no extra cost|at no cost',
      'kostenlos\\w*|kostenfrei\\w*|gratis|unverbindlich\\w*',
      'gratuit(?:e|s|es|ement)?|sans engagement',
      'gratuit[oa]s?|gratuitamente|sin compromiso',
      'gratuit[oaie]|senza impegno',
    ),
  ],
  [
    'who owns it',
    words(
      'family[- ](?:owned|run|operated|business|firm|company)',
      'familiengeführt\\w*|familienbetrieb\\w*|familienunternehmen',
      '(?:entreprise|affaire|maison) familiale',
      '(?:empresa|negocio|taller) familiar',
      '(?:impresa|azienda|attività|conduzione|gestione) familiare',
    ),
    /family.(?:owned|run|operated|business|firm|company)|famil(?:ien|ial|iar)/u,
  ],
  [
    'who owns it',
    words('(?:locally|independently|women|woman|veteran|black|minority|employee)[- ]owned', 'inhabergeführt\\w*'),
  ],
  [
    'when it is there',
    words(
      '24 ?\\/ ?7|24 ?h(?:ours?)?(?: a day)?|24[- ]hours?|a?round[- ]the[- ]clock|(?:seven|7) days a week|365 days',
      'same[- ]day|next[- ]day|out[- ]of[- ]hours',
      '24[- ]stunden\\w*|rund um die uhr|am selben tag',
      '24 heures|7 ?j ?(?:sur|\\/) ?7|le jour même',
      '24 horas|el mismo día',
      '24 ore|in giornata',
    ),
  ],
  [
    'an emergency service',
    words(
      'emergenc(?:y|ies)',
      'notdienst\\w*|notfall\\w*',
      'urgences?',
      'urgencias?',
      'emergenz[ae]|pronto intervento',
    ),
    /emergenc|notdienst|notfall|urgen[ct]|emergenz|pronto intervento/u,
  ],
  [
    'its history',
    words('generations?', 'generationen', 'générations?', 'generaci(?:ón|ones)', 'generazion[ei]'),
    /genera[tcz]i/u,
  ],
  [
    'its history',
    words('decades?', 'jahrzehnt\\w*', 'décennies?', 'décadas?', 'decenni[oa]?'),
    /decad|jahrzehnt|decenni/u,
  ],
  [
    'its history',
    words(
      'centur(?:y|ies)|long[- ]established|long[- ]standing|for (?:many )?years',
      'jahrelang\\w*|langjährig\\w*|traditionsreich\\w*',
      'de longue date',
    ),
  ],
  [
    'its experience',
    words(
      "years['’]? (?:of )?experience",
      'jahre\\w* erfahrung',
      "(?:années|ans) d['’]expérience",
      'años de experiencia',
      'anni di esperienza',
    ),
    /experien|erfahrung|esperienz/u,
  ],
  [
    'a number of customers',
    words(
      '(?:hundreds|thousands|dozens|countless)(?: of)? (?:\\w+ )?(?:customers|clients|families|homes|projects|people)',
      '(?:hundert\\w*|tausend\\w*|zahlreiche\\w*) (?:von )?(?:\\w+ )?(?:kund\\w+|familien|projekte\\w*)',
      "(?:centaines|milliers) (?:de |d['’])(?:\\w+ )?(?:client\\w*|familles|projets)",
      '(?:cientos|miles) de (?:\\w+ )?(?:clientes|familias|proyectos)',
      '(?:centinaia|migliaia) di (?:\\w+ )?(?:clienti|famiglie|progetti)',
    ),
  ],
  [
    'a rating',
    words(
      '(?:five|four|\\d(?:[.,]\\d)?)[- ]?stars?|rated|reviews',
      '(?:fünf|vier|\\d)[- ]?sterne\\w*',
      '(?:cinq|\\d) étoiles',
      '(?:cinco|\\d) estrellas',
      '(?:cinque|\\d) stelle',
    ),
  ],
  [
    'a property',
    words(
      'organic|vegan|halal|kosher|fair[- ]trade|eco[- ]friendly|sustainable|sustainably|carbon[- ]neutral|locally sourced',
      'bio|nachhaltig\\w*',
      'biologiques?|écologiques?',
      'ecológic[oa]s?|sostenibles?',
      'biologic(?:[oa]|h[ei])|sostenibil[ei]',
    ),
  ],
  [
    'how it is made',
    words(
      'hand[- ]?(?:made|crafted|built)',
      'handgefertigt\\w*|handgemacht\\w*',
      'faite?s? (?:à la )?main',
      'hech[oa]s? a mano',
      'fatt[oaie] a mano',
    ),
    /hand.?(?:made|craft|built|gefertigt|gemacht|arbeit|werk)|by hand|(?:la|a) (?:main|mano)/u,
  ],
];
