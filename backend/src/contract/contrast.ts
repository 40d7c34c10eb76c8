/** Minimum contrast by WCAG 2 of text against its background, and of the edge of a shape. */
const READABLE = 4.5;
const VISIBLE = 3;
/** Contrast from which a light text on a dark background does not look disabled. */
const CLEAR = 8;
const STEP_PERCENT = 4;

/** Contrast of two colours, from 1 (same) to 21 (black and white). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour of text on a background of any colour: black or white, whichever reads better (always ≥ 4.5:1). */
export function textOn(background: string): '#000' | '#fff' {
  return contrast('#000', background) >= contrast('#fff', background) ? '#000' : '#fff';
}

/** The colour, darkened or lightened until its contrast to the background is at least `least`. */
export function readable(color: string, background: string, least = READABLE): string {
  const target = textOn(background);
  for (let percent = 0; percent < 100; percent += STEP_PERCENT) {
    const mixed = mix(color, target, percent);
    if (contrast(mixed, background) >= least) return mixed;
  }
  return target;
}

/**
 * A brand's colour as text. A colour that is too dark for a dark background becomes a light one, since grey would
 * look disabled.
 */
export function brandText(color: string, background: string): string {
  const vanishes = textOn(background) === '#fff' && contrast(color, background) < 2;
  return readable(color, background, vanishes ? CLEAR : READABLE);
}

/**
 * The border colour of a filled shape: the fill's own colour, changed until it contrasts with the background
 * `ground`.
 */
export function edgeOf(fill: string, ground: string): string {
  return readable(fill, ground, VISIBLE);
}

/** A fill while it is hovered: darker, or lighter if text on it would become unreadable. */
export function shade(fill: string, percent: number): string {
  const darker = mix(fill, '#000', percent);
  const isSeen = contrast(fill, '#000') > 1;
  return isSeen && contrast(textOn(fill), darker) >= READABLE ? darker : mix(fill, '#fff', percent);
}

/** Mixes two colours. @param percent share of the second one */
export function mix(color: string, other: string, percent: number): string {
  const others = channels(other);
  const mixed = channels(color).map((value, index) => Math.round(value + (others[index]! - value) * (percent / 100)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, from 0 to 255, of `#rgb` or `#rrggbb`. Written here: a library would weigh more than a review page. */
function channels(color: string): number[] {
  const short = color.replace('#', '');
  const digits = short.length < 6 ? short.replaceAll(/./gu, '$&$&') : short;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) || 0);
}
