import sharp from 'sharp';

export const COLOURS = [
  'black',
  'white',
  'grey',
  'brown',
  'beige',
  'red',
  'orange',
  'yellow',
  'green',
  'turquoise',
  'blue',
  'purple',
  'pink',
] as const;
export type Colour = (typeof COLOURS)[number];

/** How a picture looks as a whole, measured from its pixels. */
export interface Look {
  /** One or two that lead, the strongest first. */
  colours: Colour[];
  light: 'bright' | 'even' | 'dark' | 'contrast';
  tone: 'warm' | 'cool' | 'neutral';
  strength: 'vivid' | 'muted' | 'plain' | 'colourless';
}

/** A pixel in OKLCH, the colour space in which equal distances look equal. */
interface Pixel {
  lightness: number;
  chroma: number;
  /** In degrees. */
  hue: number;
}

/** Neither warm nor cool, neither vivid nor muted. */
const COLOURLESS: Colour[] = ['black', 'white', 'grey'];
const SIDE = 64;
/** Share of the picture from which a second colour counts. */
const SECOND_COLOUR_MIN = 0.15;

/** Measures the colours and the light of a picture. */
export async function lookOf(jpeg: Buffer): Promise<Look> {
  const image = sharp(jpeg).resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const pixels: Pixel[] = [];
  for (let at = 0; at < data.length; at += info.channels) {
    pixels.push(
      oklch(data[at]!, data[at + Math.min(1, info.channels - 1)]!, data[at + Math.min(2, info.channels - 1)]!),
    );
  }
  const colours = leadingColours(pixels);
  const look = { colours, ...lightOf(pixels) };
  const colourless = colours.every((colour) => COLOURLESS.includes(colour));
  return colourless ? { ...look, tone: 'neutral', strength: 'colourless' } : look;
}

function leadingColours(pixels: Pixel[]): Colour[] {
  const weights = new Map<Colour, number>();
  let total = 0;
  for (const pixel of pixels) {
    // A colour catches the eye sooner than a grey of the same size.
    const weight = 1 + pixel.chroma * 8;
    const colour = nameOf(pixel);
    weights.set(colour, (weights.get(colour) ?? 0) + weight);
    total += weight;
  }
  const [first, second] = [...weights].toSorted((a, b) => b[1] - a[1]);
  return [first!, second].flatMap((entry, at) =>
    entry && (at === 0 || entry[1] / total >= SECOND_COLOUR_MIN) ? [entry[0]] : [],
  );
}

function lightOf(pixels: Pixel[]): Omit<Look, 'colours'> {
  const mean = (value: (pixel: Pixel) => number) =>
    pixels.reduce((sum, pixel) => sum + value(pixel), 0) / pixels.length;
  const lightness = mean((pixel) => pixel.lightness);
  const spread = Math.sqrt(mean((pixel) => (pixel.lightness - lightness) ** 2));
  const yellowness = mean((pixel) => pixel.chroma * Math.sin((pixel.hue * Math.PI) / 180));
  const chroma = mean((pixel) => pixel.chroma);
  return {
    light: spread > 0.27 ? 'contrast' : lightness > 0.74 ? 'bright' : lightness < 0.4 ? 'dark' : 'even',
    tone: yellowness > 0.03 ? 'warm' : yellowness < -0.02 ? 'cool' : 'neutral',
    strength: chroma > 0.13 ? 'vivid' : chroma < 0.05 ? 'muted' : 'plain',
  };
}

/** Upper ends of the hues, in degrees. */
const HUES: [end: number, colour: Colour][] = [
  [8, 'pink'],
  [42, 'red'],
  [72, 'orange'],
  [112, 'yellow'],
  [165, 'green'],
  [215, 'turquoise'],
  [282, 'blue'],
  [328, 'purple'],
  [361, 'pink'],
];

function nameOf({ lightness, chroma, hue }: Pixel): Colour {
  if (lightness < 0.2) return 'black';
  if (chroma < 0.03) return lightness > 0.9 ? 'white' : lightness < 0.28 ? 'black' : 'grey';
  const earthy = hue > 30 && hue < 112;
  if (earthy && lightness > 0.65 && chroma < 0.09) return 'beige';
  if (earthy && (lightness < 0.6 || chroma < 0.07) && !(hue < 42 && chroma > 0.13)) return 'brown';
  if (hue > 8 && hue < 42 && lightness > 0.72) return 'pink';
  return HUES.find(([end]) => hue < end)![1];
}

/** After Björn Ottosson's OKLab. */
function oklch(red: number, green: number, blue: number): Pixel {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  const across = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
  const along = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
  return {
    lightness: 0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    chroma: Math.hypot(across, along),
    hue: ((Math.atan2(along, across) * 180) / Math.PI + 360) % 360,
  };
}
