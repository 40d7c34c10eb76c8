/**
 * Makes the photographs that the stories upload: `node frontend/e2e/photos/make-photos.js`.
 * They are drawn here, so nobody else's picture is in the repository; the JPEGs beside this file are its output.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { rect } from './paint.js';
import { SCENES } from './scenes.js';

const folder = dirname(fileURLToPath(import.meta.url));
const MAX_BYTES = 120_000;

const svg = (w, h, content) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${content}</svg>`,
  );

/** Paints the layers from far to near, each as far out of focus as its distance asks. */
async function paint({ width, height, layers }) {
  let picture = await sharp({ create: { width, height, channels: 3, background: '#222' } })
    .png()
    .toBuffer();
  for (const { content, blur = 0.6, blend = 'over' } of layers) {
    const layer = await sharp(svg(width, height, content))
      .blur(Math.max(0.5, blur))
      .png()
      .toBuffer();
    picture = await sharp(picture)
      .composite([{ input: layer, blend }])
      .png()
      .toBuffer();
  }
  return picture;
}

/** What a lens and a sensor add: glow, a darker rim, colour of the light, grain. */
async function develop(picture, { width, height, warmth = 0, glow = 0.22, grain = 11, rim = 0.5 }) {
  const halo = await sharp(picture)
    .blur(34)
    .ensureAlpha(glow * 0.55)
    .png()
    .toBuffer();
  const lit = await sharp(picture)
    .composite([{ input: halo, blend: 'screen' }])
    .removeAlpha()
    .png()
    .toBuffer();
  const vignette = svg(
    width,
    height,
    `<radialGradient id="v" r=".78"><stop offset=".45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${rim}"/></radialGradient>${rect(0, 0, width, height, 'url(#v)')}`,
  );
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: grain * 2 },
    },
  })
    .blur(0.7)
    .png()
    .toBuffer();
  const developed = await sharp(lit)
    .composite([{ input: vignette }, { input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toBuffer();
  const contrast = 1.16;
  return sharp(developed)
    .linear([contrast + warmth, contrast, contrast - warmth], [-22, -23, -22])
    .modulate({ saturation: 0.9 })
    .png()
    .toBuffer();
}

/** A camera writes an upright picture lying down and notes the turn; orientation 6 means "turn me clockwise". */
const asCaptured = (picture, orientation) => (orientation === 6 ? sharp(picture).rotate(-90) : sharp(picture));

function exif({ make, model, taken, gps }) {
  return {
    IFD0: { Make: make, Model: model, DateTime: taken },
    IFD2: { DateTimeOriginal: taken, DateTimeDigitized: taken },
    ...(gps ? { IFD3: gps } : {}),
  };
}

async function save(scene) {
  const developed = await develop(await paint(scene), scene);
  for (let quality = 84; quality >= 30; quality -= 4) {
    const jpeg = await asCaptured(developed, scene.camera.orientation)
      .jpeg({ quality, mozjpeg: true })
      .withExif(exif(scene.camera))
      .withMetadata({ orientation: scene.camera.orientation ?? 1 })
      .toBuffer();
    if (jpeg.length > MAX_BYTES) continue;
    await writeFile(join(folder, scene.file), jpeg);
    console.log(`${scene.file} ${Math.round(jpeg.length / 1000)} kB, quality ${quality}`);
    return;
  }
  throw new Error(`${scene.file} does not fit into ${MAX_BYTES} bytes`);
}

const wanted = process.argv.slice(2);
for (const scene of SCENES) if (!wanted.length || wanted.includes(scene.file)) await save(scene);
