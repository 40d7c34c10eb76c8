import { cleanEntry } from '../../suggestions/publishable.js';
import { sentencesOf } from '../../text.js';

/** Orders to add something, which stands behind them, or in German before them. */
const ADD =
  /(?:^|\s)(?:add|include|also mention|ergänzen?|ajoute[rz]?|añad[ae]n?|agreg\p{L}+|aggiung\p{L}+)\s+(?:also |the |auch |noch |aussi |también |anche )?([^.!?]+)/iu;
const ADD_BEHIND = /^(?:bitte )?(?:auch |noch )?([^.!?]+?) (?:ergänzen|hinzufügen|aufnehmen)/iu;

/** Words of a wish that name nothing, such as `more detail`. */
const NO_NAME =
  /^(?:more|some|something|an?|the|our|that|it|this|them|all|less|my|mehr|etwas|eine?[nrm]?|die|der|das|unsere?|plus|une?|le|la|les|nos|notre|más|un[oa]?|el|los|las|più|il|lo|i|gli)(?!\p{L})|^(?:shorter|longer|simpler|friendlier|warmer|better|nicer|clearer|fewer|(?:in)?formal|casual|personal|kürzer|länger|freundlicher|einfacher|persönlicher|court|corto|breve|simple)$|\b(?:details?|information|info|text|sentences?|about|questions?|keywords?|services?|areas?|towns?|faqs?)\b/iu;

/** What the feedback asks to add, by name. */
export function addedBy(feedback: string): string[] {
  const found = sentencesOf(feedback).map(
    (sentence) => ADD.exec(sentence)?.[1] ?? ADD_BEHIND.exec(sentence)?.[1] ?? '',
  );
  return found
    .flatMap((list) => list.split(/,\s*(?:(?:and|und|et|y|e) )?|\s(?:and|und|et|y|e|&)\s/u))
    .map((entry) => cleanEntry(entry.replace(/^["“„']|["”“']$/gu, '').replace(/\s(?:too|as well|please|bitte)$/iu, '')))
    .filter((entry) => entry !== '' && entry.split(' ').length <= 4 && !NO_NAME.test(entry));
}
