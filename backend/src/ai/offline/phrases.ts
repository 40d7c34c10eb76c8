import type { Colour, Look } from './look.js';

/** What a line may speak of. A text that is not known is `''`, and a line that needs it then says nothing. */
export interface Facts {
  business: string;
  /** The words of the file's name. */
  topic: string;
  /** Town where the picture was taken, and its whole address. */
  here: string;
  hereFull: string;
  /** Town of the business. */
  base: string;
  /** The same, unless the name of the business says it already. */
  home: string;
  /** The best known place for a title. */
  place: string;
  /** Service areas, as a list in words. */
  areas: string;
  /** One of the categories as typed; all of them as a list in words. */
  category: string;
  categories: string;
  /** Some of what the business wants to be found for, as a list in words. */
  offers: string;
  /** A sentence of the client's own description. */
  quote: string;
  /** Month and year in words. */
  month: string;
  /** One or two colours as a list in words. */
  colours: string;
  /** The colours with their tone and strength, such as "warm brown and beige tones". */
  tones: string;
  /** Such as "in bright light". */
  inLight: string;
  /** Such as "portrait-format photo". */
  shape: string;
}

/** Says something, or `''` when a fact is missing. Its first letter is made a capital afterwards. */
export type Line = (facts: Facts) => string;

/** The words of one language. The lines of each kind are alternatives. */
export interface Phrases {
  locale: string;
  /** Small words by which a text in this language is recognised. */
  recognisedBy: string[];
  colours: Record<Colour, string>;
  /** The light as a keyword, and as it stands behind other words. */
  lights: Record<Look['light'], [keyword: string, inLight: string]>;
  shapes: Record<'landscape' | 'portrait' | 'square' | 'panorama', string>;
  /** Keywords that are true of every picture. */
  fillers: string[];
  tones(colours: string, look: Look): string;
  titles: Line[];
  /** What the picture is, where and when it was taken. */
  openings: Line[];
  /** Its colours and light. */
  looks: Line[];
  /** What the client's record says about the business, grouped by what they speak of. */
  businesses: Line[][];
  /** Fill a description that would be very short. */
  closings: Line[];
  /** Alternative texts that name the place. */
  geos: Line[];
}

/** A line that is said only when all facts it needs are known. */
export function needs(facts: (keyof Facts)[], line: Line): Line {
  return (known) => (facts.every((fact) => known[fact]) ? line(known) : '');
}

/** A line for pictures whose file name says nothing. */
export function unnamed(facts: (keyof Facts)[], line: Line): Line {
  return (known) => (known.topic ? '' : needs(facts, line)(known));
}

/** A line for pictures of which neither the file name nor any place is known: it has only their looks to tell them apart. */
export function sparse(line: Line): Line {
  return (known) => (known.topic || known.place || !known.colours ? '' : line(known));
}

/** A line for pictures of which neither the name nor the colours may be spoken of. */
export function plain(line: Line): Line {
  return (known) => (known.topic || known.colours ? '' : line(known));
}

/** What is known of the parts, within brackets and behind a space. */
export function bracketed(...parts: string[]): string {
  const known = parts.filter(Boolean);
  return known.length ? ` (${known.join(', ')})` : '';
}

/** The text with something before it, or nothing at all. */
export function after(before: string, text: string): string {
  return text && `${before}${text}`;
}
