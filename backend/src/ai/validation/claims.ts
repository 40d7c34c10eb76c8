/** A kind of statement that models often invent. */
export interface Claim {
  label: string;
  /** The words that express it. */
  words: RegExp;
  /**
   * The condition that allows it: an input has a word of the same kind (`kind`) or the same words (`words`).
   * `nothing`: it is never allowed, because Google forbids it.
   */
  needs: 'kind' | 'words' | 'nothing';
}

/**
 * Kinds of claims by their `needs`. Each kind is followed by indented lines with the words that express it, in
 * English, German, French, Spanish and Italian; `*` stands for any ending.
 */
const TABLE: Record<Claim['needs'], string> = {
  kind: String.raw`
an award
  award*|prize*|preisgekrönt*|preisträger*|prämiert*|auszeichnung*|ausgezeichnete[rsnm]? (?:betrieb|service|qualität)
  récompens*|primée?s?|lauréat*|premi(?:os?|ad*|at*)|galardon*
a certificate
  *certifi*|*zertifi*
a licence
  licen[sc]*|lizen[sz]*|konzession*
insurance
  insured|insurance|bonded
a guarantee
  guarant*|garant*|garanz*|warrant(?:y|ies)|money[- ]back
who owns it
  family[- ](?:owned|run|operated|business|firm|company)|familien(?:geführt*|betrieb*|unternehmen*)
  (?:entreprise|affaire|maison) familiale|(?:empresa|negocio|taller) familiar
  (?:impresa|azienda|attività|conduzione|gestione) familiare
an emergency service
  emergenc(?:y|ies)|notdienst*|notfall*|urgences?|urgencias?|emergenz[ae]|pronto intervento
its history
  generation*|génération*|generaci*|generazion*
its history
  decade*|jahrzehnt*|décenni*|década*|decenni*
its experience
  years['’]? (?:of )?experience|jahre* erfahrung|(?:années|ans) d['’]expérience|años de experiencia|anni di esperienza
how it is made
  by hand|hand[- ]?(?:made|crafted|built)|handge(?:fertigt|macht)*|à la main|faite?s? main|(?:hech|fatt)[oaie]s? a mano
`,
  words: String.raw`
a qualification
  accredited|accreditation|chartered|vetted|qualified|approved|registered|authori[sz]ed
  staatlich (?:geprüft|anerkannt|zugelassen)*|geprüfte[rsnm]?|meisterbetrieb|agréée?s?|diplômée?s?|homolog(?:u[ée]|ad)*
  titulad[oa]s?|abilitat[oaie]|qualificat[oaie]
a superlative
  (?<!our )(?<!their )(?:the )?best(?! (?:way|time|suited|suits|fit|wishes)| to (?:call|come|book))
  the (?:finest|greatest|leading|only|largest|biggest|oldest|fastest)|leading(?! to)|finest|premier|world[- ]class
  top[- ](?:rated|quality|notch|class|tier|choice)|unrivall?ed|unmatched|unbeatable|second to none|number (?:one|1)
  no\. ?1|(?:the|our) most \p{L}+|most (?:trusted|experienced|reliable|popular|recommended)|first choice|trusted
  renowned|famous|highly (?:rated|recommended)|(?<!am )beste[rnsm]?|führend*|marktführer*|nummer (?:eins|1)|nr\. ?1
  erstklassig*|einzigartig*|unschlagbar*|renommiert*|meilleure?s?|numéro (?:un|1)|leader|incontournables?|renommée?s?
  (?:le|la|les) plus (?!souvent|tôt|vite|tard|possible)\p{L}+|mejor(?:es)?|(?:el|la|los|las) más \p{L}+|líder(?:es)?
  número (?:uno|1)|inigualables?|miglior[ei]?|(?:il|la|i|gli|le) più (?!possibile)\p{L}+|il meglio|numero uno
  eccellenz[ae]|(?:#|n[°º.])\s?1
something for free
  (?<!feel )(?:[a-z]+-)?free(?!-)|complimentary|no obligation|no extra cost|at no cost|kostenlos*|kostenfrei*
  unverbindlich*|gratis|gratuit*|sans engagement|sin compromiso|senza impegno
who owns it
  (?:locally|independently|women|woman|veteran|black|minority|employee)[- ]owned|inhabergeführt*
when it is there
  24 ?\/ ?7|24 ?h(?:ours?)?(?: a day)?|24[- ]hours?|a?round[- ]the[- ]clock|(?:seven|7) days a week|365 days
  same[- ]day|next[- ]day|out[- ]of[- ]hours|24[- ]stunden*|rund um die uhr|am selben tag
  24 heures|7 ?j ?(?:sur|\/) ?7|le jour même|24 horas|el mismo día|24 ore|in giornata
its history
  centur(?:y|ies)|long[- ](?:established|standing)|for (?:many )?years|jahrelang*|langjährig*|traditionsreich*
  de longue date
a number of customers
  (?:hundreds|thousands|dozens|countless)(?: of)? (?:\p{L}+ )?(?:customers|clients|families|homes|projects|people)
  (?:hundert*|tausend*|zahlreiche*) (?:von )?(?:\p{L}+ )?(?:kund*|familien|projekte*)
  (?:centaines|milliers|cientos|miles|centinaia|migliaia) d(?:e|i|['’]) ?(?:\p{L}+ )?(?:client*|fami(?:ll|li|gli)*|pro(?:jet|yect|gett)*)
a rating
  (?:four|five|vier|fünf|cinq|cinco|cinque|\d(?:[.,]\d)?)[- ]?(?:stars?|sterne*|étoiles|estrellas|stelle)|rated|reviews
a property
  organic|vegan|halal|kosher|fair[- ]trade|eco[- ]friendly|sustainabl[ey]|carbon[- ]neutral|locally sourced
  bio|nachhaltig*|biologiques?|écologiques?|ecológic[oa]s?|sostenib*|biologic(?:[oa]|h[ei])
a count
  (?:\d+|${numberWords()})\+?[- ]?(?:years?|decades|customers|clients|locations|branches|employees|projects|jahre*|kunden|filialen|ans|années|años|clientes|anni|clienti)
`,
  nothing: String.raw`
words about a low price
  cheap|cheaper|cheapest|bargains?|(?:low|lowest|unbeatable|affordable|best|great|competitive|fair) (?:prices?|rates?)
  billig*|günstig*|preiswert*|schnäppchen*|tiefpreis*|bestpreis*|pas chers?|bon marché
  prix (?:bas|imbattables?|compétitifs?|doux)|barat[oa]s?|precios? (?:bajos?|imbatibles?|competitivos?)
  económic[oa]s|prezz[oi] (?:bass[oi]|imbattibil[ei]|competitiv[oi])|economic[oi]
a promotion
  (?:\d+|ten|twenty|fifty) ?(?:%|percent) (?:off|discount)|discount(?:s|ed)?|coupons?|promo(?:tion)? codes?|code promo
  special (?:offers?|deals?)|limited[- ]time|for a limited time|offer ends|on sale(?! at)|sale now on|black friday
  (?:summer|winter|spring|autumn|clearance|closing) sale|buy one|half[- ]price|(?:two|2)[- ]for[- ](?:one|1)
  save (?:up to )?\d+|today only|act now|book now|call now|rabatt*|gutscheincode*|preisnachl*|aktionspreis*
  sonder(?:angebot|preis|aktion)*|nur heute|nur für kurze zeit|ausverkauf|schlussverkauf|promos?
  promotions? (?:spéciales?|du moment)|offres? spéciales?|soldes|bons? de réduction|\d+ ?% de (?:réduction|remise)
  remises? (?:de \d|sur)*|descuentos?|promoción|promociones|ofertas? especial(?:es)?|rebajas|cup[oó]n(?:es)?
  por tiempo limitado|scont[oi]|promozion[ei]|offert[ae] special[ei]|saldi|tempo limitato
`,
};

function numberWords(): string {
  return `two|three|four|five|six|seven|eight|nine|ten|fifteen|(?:twenty|thirty)(?:[- ]five)?|forty|fifty|hundred
    zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwanzig|dreißig|vierzig|fünfzig|hundert
    deux|trois|quatre|cinq|dix|quinze|vingt|trente|quarante|cinquante|cent|dos|tres|cuatro|cinco|diez|veinte|treinta
    cuarenta|cincuenta|cien|due|tre|quattro|cinque|dieci|venti|trenta|quaranta|cinquanta|cento`.replace(/\n\s*/gu, '|');
}

export const CLAIMS: Claim[] = Object.entries(TABLE).flatMap(([needs, table]) =>
  table
    .trim()
    .split(/\n(?=\S)/u)
    .map((kind) => claimOf(kind, needs as Claim['needs'])),
);

function claimOf(kind: string, needs: Claim['needs']): Claim {
  const [what = '', ...lines] = kind.split('\n').map((line) => line.trim());
  const words = lines.join('|').replaceAll('*', '[\\p{L}\\d]*');
  return { label: what, words: new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'giu'), needs };
}
