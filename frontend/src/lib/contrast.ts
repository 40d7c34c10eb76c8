import { FastColor } from '@ant-design/fast-color';

/** WCAG 2 contrast that text needs against its background. */
const READABLE = 4.5;
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

/** A colour as near to the given one as can be read on the background: darkened or lightened until it can. */
export function readable(color: string, background: string): string {
  const target = textOn(background);
  const given = new FastColor(color).toHexString();
  for (let percent = 0; percent < 100; percent += STEP_PERCENT) {
    const mixed = new FastColor(given).mix(target, percent).toHexString();
    if (contrast(mixed, background) >= READABLE) return mixed;
  }
  return target;
}

function luminance(color: string): number {
  return new FastColor(color).getLuminance();
}
