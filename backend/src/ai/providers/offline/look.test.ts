import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { measureLook } from './look.js';

async function plain(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

it.each([
  ['#000000', 'black'],
  ['#ffffff', 'white'],
  ['#808080', 'grey'],
  ['#6b4423', 'brown'],
  ['#8b5a2b', 'brown'],
  ['#e8dcc0', 'beige'],
  ['#d02020', 'red'],
  ['#f08020', 'orange'],
  ['#f0d020', 'yellow'],
  ['#308030', 'green'],
  ['#20b0a8', 'turquoise'],
  ['#2050c0', 'blue'],
  ['#87b5e0', 'blue'],
  ['#7030a0', 'purple'],
  ['#f090b8', 'pink'],
])('calls %s %s', async (hex, colour) => {
  expect((await measureLook(await plain(hex))).colours).toEqual([colour]);
});

it.each([
  ['#f8f0e0', 'bright light'],
  ['#201810', 'low light'],
  ['#d04010', 'soft light'],
])('sees %s in %s', async (hex, light) => {
  expect(await measureLook(await plain(hex))).toMatchObject({ light });
});

it('reads a greyscale JPEG', async () => {
  const grey = await sharp(await plain('#b04020'))
    .greyscale()
    .jpeg()
    .toBuffer();
  expect((await measureLook(grey)).colours).toEqual(['grey']);
});
