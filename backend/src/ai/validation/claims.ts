import { wholeWords } from './words.js';

/** A kind of statement that models invent: it may stand in a draft only where an input states it. */
export interface Claim {
  what: string;
  /** Words that make the claim. */
  claimed: RegExp;
  /** What states it in the folded inputs; undefined where the very words must stand there. */
  stated: RegExp | undefined;
}

/**
 * What a claim is; indented below, the words that make it in English, German, French, Spanish and Italian, and behind
 * `stated by` what states it in lower case without accents.
 */
const TABLE = String.raw`
an award
  award(?:s|ed)?|awards?[- ]winning|prize[- ]winning
  preisgekrönt\w*|prämiert\w*|ausgezeichnete[rsnm]? (?:betrieb|service|qualität)
  récompensée?s?|primée?s?|lauréate?s?|premiad[oa]s?|galardonad[oa]s?|premiat[oaie]
  stated by award|prize|preis(?:gekront|trager)|pramiert|auszeichnung|ausgezeichnet|recompens|prix d|laureat|premi|galardon
a certificate
  \w*(?:certifi|zertifi)\w*
  stated by [cz]ertifi
a licence
  licen[sc]ed|lizenziert\w*|konzessioniert\w*
  stated by licen[sc]|lizen[sz]|konzession
insurance
  (?:fully )?insured|bonded
  stated by insur|bonded
a qualification
  accredited|accreditation|chartered|vetted|qualified|approved|registered|authori[sz]ed
  staatlich (?:geprüft|anerkannt|zugelassen)\w*|geprüfte[rsnm]?|meisterbetrieb
  agréée?s?|homologuée?s?|diplômée?s?|homologad[oa]s?|titulad[oa]s?|abilitat[oaie]|qualificat[oaie]
a superlative
  (?<!our )(?<!their )(?:the )?best(?! (?:way|time|suited|suits|fit|wishes)| to (?:call|come|book))
  the (?:finest|greatest|leading|only|largest|biggest|oldest|fastest)|leading(?! to)|finest|premier|world[- ]class
  top[- ](?:rated|quality|notch|class|tier|choice)|unrivall?ed|unmatched|unbeatable|second to none|number (?:one|1)
  no\. ?1|(?:the|our) most \w+|most (?:trusted|experienced|reliable|popular|recommended)|first choice|trusted
  renowned|famous|highly (?:rated|recommended)
  (?<!am )beste[rnsm]?|führend\w*|marktführer\w*|nummer (?:eins|1)|nr\. ?1|erstklassig\w*|einzigartig\w*
  unschlagbar\w*|renommiert\w*
  meilleure?s?|(?:le|la|les) plus (?!souvent|tôt|vite|tard|possible)\w+|numéro (?:un|1)|leader|incontournables?
  renommée?s?|mejor(?:es)?|(?:el|la|los|las) más \w+|líder(?:es)?|número (?:uno|1)|inigualables?
  miglior[ei]?|(?:il|la|i|gli|le) più (?!possibile)\w+|il meglio|numero uno|eccellenz[ae]|(?:#|n[°º.])\s?1
a guarantee
  guarantee[sd]?|warrant(?:y|ies)|money[- ]back|garantie\w*|garantiert\w*|garanti(?:e?s?|ssons|r)
  garantías?|garantizad[oa]s?|garantizamos|garantit[oiae]|garanzi[ae]
  stated by guarant|warrant|money.back|garant|garanz
something for free
  (?<!feel )(?:[a-z]+-)?free(?!-)|complimentary|no obligation|no extra cost|at no cost
  kostenlos\w*|kostenfrei\w*|gratis|unverbindlich\w*|gratuit(?:e|s|es|ement)?|sans engagement
  gratuit[oa]s?|gratuitamente|sin compromiso|gratuit[oaie]|senza impegno
who owns it
  family[- ](?:owned|run|operated|business|firm|company)
  familiengeführt\w*|familienbetrieb\w*|familienunternehmen|(?:entreprise|affaire|maison) familiale
  (?:empresa|negocio|taller) familiar|(?:impresa|azienda|attività|conduzione|gestione) familiare
  stated by family.(?:owned|run|operated|business|firm|company)|famil(?:ien|ial|iar)
who owns it
  (?:locally|independently|women|woman|veteran|black|minority|employee)[- ]owned|inhabergeführt\w*
when it is there
  24 ?\/ ?7|24 ?h(?:ours?)?(?: a day)?|24[- ]hours?|a?round[- ]the[- ]clock|(?:seven|7) days a week|365 days
  same[- ]day|next[- ]day|out[- ]of[- ]hours|24[- ]stunden\w*|rund um die uhr|am selben tag
  24 heures|7 ?j ?(?:sur|\/) ?7|le jour même|24 horas|el mismo día|24 ore|in giornata
an emergency service
  emergenc(?:y|ies)|notdienst\w*|notfall\w*|urgences?|urgencias?|emergenz[ae]|pronto intervento
  stated by emergenc|notdienst|notfall|urgen[ct]|emergenz|pronto intervento
its history
  generations?|generationen|générations?|generaci(?:ón|ones)|generazion[ei]
  stated by genera[tcz]i
its history
  decades?|jahrzehnt\w*|décennies?|décadas?|decenni[oa]?
  stated by decad|jahrzehnt|decenni
its history
  centur(?:y|ies)|long[- ]established|long[- ]standing|for (?:many )?years
  jahrelang\w*|langjährig\w*|traditionsreich\w*|de longue date
its experience
  years['’]? (?:of )?experience|jahre\w* erfahrung|(?:années|ans) d['’]expérience|años de experiencia|anni di esperienza
  stated by experien|erfahrung|esperienz
a number of customers
  (?:hundreds|thousands|dozens|countless)(?: of)? (?:\w+ )?(?:customers|clients|families|homes|projects|people)
  (?:hundert\w*|tausend\w*|zahlreiche\w*) (?:von )?(?:\w+ )?(?:kund\w+|familien|projekte\w*)
  (?:centaines|milliers) (?:de |d['’])(?:\w+ )?(?:client\w*|familles|projets)
  (?:cientos|miles) de (?:\w+ )?(?:clientes|familias|proyectos)
  (?:centinaia|migliaia) di (?:\w+ )?(?:clienti|famiglie|progetti)
a rating
  (?:five|four|\d(?:[.,]\d)?)[- ]?stars?|rated|reviews|(?:fünf|vier|\d)[- ]?sterne\w*
  (?:cinq|\d) étoiles|(?:cinco|\d) estrellas|(?:cinque|\d) stelle
a property
  organic|vegan|halal|kosher|fair[- ]trade|eco[- ]friendly|sustainable|sustainably|carbon[- ]neutral|locally sourced
  bio|nachhaltig\w*|biologiques?|écologiques?|ecológic[oa]s?|sostenibles?|biologic(?:[oa]|h[ei])|sostenibil[ei]
how it is made
  hand[- ]?(?:made|crafted|built)|handgefertigt\w*|handgemacht\w*|faite?s? (?:à la )?main|hech[oa]s? a mano
  fatt[oaie] a mano
  stated by hand.?(?:made|craft|built|gefertigt|gemacht|arbeit|werk)|by hand|(?:la|a) (?:main|mano)
a count
  (?:\d+|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|(?:twenty|thirty)[- ]five|thirty|forty|fifty|hundred)\+?[- ]?(?:years?|decades|customers|clients|locations|branches|employees|projects)
  (?:\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|dreißig|vierzig|fünfzig|hundert) (?:jahre\w*|kunden|filialen)
  (?:\d+|deux|trois|quatre|cinq|six|dix|quinze|vingt|trente|quarante|cinquante|cent) (?:ans|années|clients)
  (?:\d+|dos|tres|cuatro|cinco|diez|veinte|treinta|cuarenta|cincuenta|cien) (?:años|clientes)
  (?:\d+|due|tre|quattro|cinque|dieci|venti|trenta|quaranta|cinquanta|cento) (?:anni|clienti)
`;

export const CLAIMS: Claim[] = TABLE.trim()
  .split(/\n(?=\S)/u)
  .map(claimOf);

function claimOf(paragraph: string): Claim {
  const [what = '', ...lines] = paragraph.split('\n').map((line) => line.trim());
  const stated = lines.find((line) => line.startsWith('stated by '))?.slice('stated by '.length);
  const claimed = lines.filter((line) => !line.startsWith('stated by ')).join('\n');
  return {
    what,
    claimed: wholeWords(claimed, 'giu'),
    stated: stated === undefined ? undefined : new RegExp(stated, 'u'),
  };
}
