import { folded, numbersOf, type Evidence } from './suggestion.evidence.js';
import { words } from './suggestion.publishable.js';

/** A kind of claim that only the inputs can make, and what in them makes it; without a pattern, the same words must. */
type Claim = [what: string, claimed: RegExp, stated?: RegExp];

const CLAIMS: Claim[] = [
  [
    'an award',
    words(
      'award(?:s|ed)?|awards?[- ]winning|prize[- ]winning|preisgekrönt\\w*|prämiert\\w*|ausgezeichnete[rsnm]? (?:betrieb|service|qualität)|récompensée?s?|primée?s?|lauréate?s?|premiad[oa]s?|galardonad[oa]s?|premiat[oaie]',
    ),
    /award|prize|preis(?:gekront|trager)|pramiert|auszeichnung|ausgezeichnet|recompens|prix d|laureat|premi|galardon/u,
  ],
  ['a certificate', words('\\w*(?:certifi|zertifi)\\w*'), /[cz]ertifi/u],
  ['a licence', words('licen[sc]ed|lizenziert\\w*|konzessioniert\\w*'), /licen[sc]|lizen[sz]|konzession/u],
  ['insurance', words('(?:fully )?insured|bonded'), /insur|bonded/u],
  [
    'a qualification',
    words(
      'accredited|accreditation|chartered|vetted|qualified|approved|registered|authori[sz]ed|staatlich (?:geprüft|anerkannt|zugelassen)\\w*|geprüfte[rsnm]?|meisterbetrieb|agréée?s?|homologuée?s?|diplômée?s?|homologad[oa]s?|titulad[oa]s?|abilitat[oaie]|qualificat[oaie]',
    ),
  ],
  [
    'a superlative',
    words(
      '(?<!our )(?<!their )(?:the )?best(?! (?:way|time|suited|suits|fit|wishes)| to (?:call|come|book))|the (?:finest|greatest|leading|only|largest|biggest|oldest|fastest)|leading|finest|premier|world[- ]class|top[- ](?:rated|quality|notch|class|tier|choice)|unrivall?ed|unmatched|unbeatable|second to none|number one|no\\. ?1|nr\\. ?1|number 1|most (?:trusted|experienced|reliable|popular|recommended)|first choice|trusted|renowned|famous|highly (?:rated|recommended)|beste[rnsm]?|führend\\w*|marktführer\\w*|nummer (?:eins|1)|erstklassig\\w*|einzigartig\\w*|unschlagbar\\w*|renommiert\\w*|meilleure?s?|numéro (?:un|1)|leader|incontournables?|renommée?s?|mejor(?:es)?|líder(?:es)?|número (?:uno|1)|inigualables?|miglior[ei]?|il meglio|numero uno|eccellenz[ae]',
    ),
  ],
  ['a superlative', /#\s?1(?!\d)|n[°º.]\s?1(?!\d)/iu],
  [
    'a guarantee',
    words(
      'guarantee[sd]?|guaranteed|warrant(?:y|ies)|money[- ]back|garantie\\w*|garantiert\\w*|garantías?|garantizad[oa]s?|garantizamos|garantiti?|garantit[ae]|garanzi[ae]|garantissons|garanties?',
    ),
    /guarant|warrant|money.back|garant|garanz/u,
  ],
  [
    'something for free',
    words(
      '(?<!feel )(?:[a-z]+-)?free|complimentary|no obligation|no extra cost|at no cost|kostenlos\\w*|kostenfrei\\w*|gratis|unverbindlich\\w*|gratuit(?:e|s|es|ement)?|sans engagement|gratuit[oaie]|gratuitamente|sin compromiso|senza impegno',
    ),
  ],
  [
    'who owns it',
    words(
      'family[- ](?:owned|run|operated|business|firm|company)|familiengeführt\\w*|familienbetrieb\\w*|familienunternehmen|entreprise familiale|affaire familiale|empresa familiar|negocio familiar|(?:impresa|azienda|attività|conduzione|gestione) familiare',
    ),
    /family.(?:owned|run|operated|business|firm|company)|famil(?:ien|ial|iar)/u,
  ],
  [
    'who owns it',
    words('(?:locally|independently|women|woman|veteran|black|minority|employee)[- ]owned|inhabergeführt\\w*'),
  ],
  [
    'when it is there',
    words(
      '24 ?\\/ ?7|24 ?h(?:ours?)?(?: a day)?|24[- ]hours?|24[- ]stunden\\w*|24 (?:horas|ore|heures)|(?:a)?round[- ]the[- ]clock|rund um die uhr|seven days a week|7 days a week|365 days|7 ?j ?(?:sur|\\/) ?7|same[- ]day|next[- ]day|out[- ]of[- ]hours|am selben tag|le jour même|el mismo día|in giornata',
    ),
  ],
  [
    'an emergency service',
    words(
      "emergenc(?:y|ies)|notdienst\\w*|notfall\\w*|dépannage d'urgence|urgences?|urgencias?|emergenz[ae]|pronto intervento",
    ),
    /emergenc|notdienst|notfall|urgen[ct]|emergenz|pronto intervento/u,
  ],
  [
    'its history',
    words(
      "(?:since|established in|founded in|est\\.) \\d+|decades?|generations?|centur(?:y|ies)|long[- ]established|long[- ]standing|years of experience|years' experience|for (?:many )?years|jahrzehnt\\w*|generation(?:en)?|jahrelang\\w*|langjährig\\w*|traditionsreich\\w*|jahre erfahrung|décennies?|générations?|de longue date|années d['’]expérience|décadas?|generaci(?:ón|ones)|años de experiencia|decenni[oa]?|generazion[ei]|anni di esperienza",
    ),
  ],
  [
    'a number of customers',
    words(
      "(?:hundreds|thousands|dozens|countless|hunderte\\w*|tausende\\w*|zahlreiche\\w*|des centaines|des milliers|cientos|miles|centinaia|migliaia)(?: of| von| de| d['’]| di)? ?(?:happy |satisfied |zufriedene\\w* )?(?:customers|clients|families|homes|projects|kund\\w+|familien|projekte\\w*|client\\w*|clientes|familias|clienti|famiglie)",
    ),
  ],
  [
    'a rating',
    words('(?:five|5|four|4)[- ]stars?|\\d(?:[.,]\\d)? ?stars?|rated|reviews|\\w*sterne\\w*|étoiles|estrellas|stelle'),
  ],
  [
    'a property',
    words(
      'organic|vegan|halal|kosher|fair[- ]trade|eco[- ]friendly|sustainable|sustainably|carbon[- ]neutral|locally sourced|hand[- ]?made|bio|nachhaltig\\w*|biologiques?|durables?|écologiques?|ecológic[oa]s?|sostenibles?|biologic[oaih]+|sostenibil[ei]',
    ),
  ],
];

/** A number with what it counts in years, which must be stated together. */
const SPANS = /(\d+)\+?[- ]?(?:years?|jahre\w*|ans|annees|anos|anni)(?!\p{L})/gu;

/**
 * What a text claims that no input states, such as `a certificate (“certified”)`.
 * @param where search phrases count as evidence for search phrases only
 */
export function unstatedIn(
  text: string,
  evidence: Evidence,
  where: 'facts' | 'facts and keywords' = 'facts',
): string[] {
  const rest = text.replaceAll(evidence.business, ' ');
  const claims = CLAIMS.flatMap(([what, claimed, stated]) => {
    const found = claimed.exec(rest)?.[0];
    if (!found) return [];
    const isStated = evidence.states(found, where) || (stated && evidence.matches(stated));
    return isStated ? [] : [`${what} (“${found}”) that no input states`];
  });
  const numbers = numbersOf(rest).filter((number) => !evidence.hasNumber(number));
  return [
    ...claims,
    ...numbers.map((number) => `the number ${number} that no input states`),
    ...unstatedSpans(rest, evidence),
  ];
}

function unstatedSpans(text: string, evidence: Evidence): string[] {
  return [...folded(text).matchAll(SPANS)]
    .filter(
      ([, count]) =>
        !evidence.matches(new RegExp(`(?<!\\d)${count}\\+?[- ]?(?:years?|yrs?|jahre\\w*|ans|annees|anos|anni)`, 'u')),
    )
    .map(([found]) => `a time (“${found}”) that no input states`);
}
