/** The dominant colours and the light of a whole picture, measured from its pixels. */
export interface Look {
  /** One or two dominant colours, the strongest first. */
  colours: string[];
  light: 'bright light' | 'soft light' | 'low light' | 'strong contrast';
}

const SIDE = 64;
/** Minimum weight of the second colour, as a share of the weight of all colours. */
const SECOND_COLOUR_MIN = 0.15;

/** Upper limits of the hues, in degrees. Above the last one, the hue is red again. */
const HUES = { red: 15, orange: 42, yellow: 68, green: 165, turquoise: 190, blue: 255, purple: 295, pink: 345 };

/** Measures the dominant colours and the light of a picture, at 64 × 64 px. */
export async function measureLook(jpeg: Buffer): Promise<Look> {
  // Loaded here, so that workers that do not use it save 9 MB.
  const { default: sharp } = await import('sharp');
  const image = sharp(jpeg).resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const weights = new Map<string, number>();
  const lightnesses: number[] = [];
  for (let at = 0; at < data.length; at += info.channels) {
    // A greyscale picture has one channel only.
    const rgb = [0, 1, 2].map((channel) => data[at + Math.min(channel, info.channels - 1)]! / 255);
    const [least, most] = [Math.min(...rgb), Math.max(...rgb)];
    const [lightness, chroma] = [(least + most) / 2, most - least];
    lightnesses.push(lightness);
    const colour = colourName(hueOf(rgb, most, chroma), lightness, chroma);
    // Saturated colours get more weight, because people notice them more than grey.
    weights.set(colour, (weights.get(colour) ?? 0) + 1 + 2 * chroma);
  }
  return { colours: leadingColours(weights), light: lightOf(lightnesses) };
}

function leadingColours(weights: Map<string, number>): string[] {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const strongest = [...weights].toSorted((a, b) => b[1] - a[1]).slice(0, 2);
  return strongest.filter(([, weight], at) => at === 0 || weight >= SECOND_COLOUR_MIN * total).map(([name]) => name);
}

function lightOf(lightnesses: number[]): Look['light'] {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const lightness = mean(lightnesses);
  const spread = Math.sqrt(mean(lightnesses.map((value) => (value - lightness) ** 2)));
  if (spread > 0.3) return 'strong contrast';
  if (lightness > 0.7) return 'bright light';
  return lightness < 0.3 ? 'low light' : 'soft light';
}

/**
 * Returns the English name of a colour.
 * @param hue in degrees
 * @param lightness from 0 to 1
 * @param chroma distance from grey, from 0 to 1
 */
function colourName(hue: number, lightness: number, chroma: number): string {
  if (lightness < 0.08 || (chroma < 0.08 && lightness < 0.15)) return 'black';
  if (chroma < 0.08) return lightness > 0.92 ? 'white' : 'grey';
  const isEarthy = hue >= 15 && hue < 60;
  if (isEarthy && lightness > 0.65 && chroma < 0.35) return 'beige';
  if (isEarthy && (lightness < 0.4 || chroma < 0.3)) return 'brown';
  if (hue < 15 && lightness > 0.7) return 'pink';
  return Object.entries(HUES).find(([, end]) => hue < end)?.[0] ?? 'red';
}

/** Returns the hue of a colour in degrees; 0 for grey. */
function hueOf([red = 0, green = 0, blue = 0]: number[], most: number, chroma: number): number {
  if (chroma === 0) return 0;
  if (most === red) return (60 * (green - blue)) / chroma + (green < blue ? 360 : 0);
  return 60 * (most === green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma);
}
