import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { lookOf } from './look.js';

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
  expect((await lookOf(await plain(hex))).colours).toEqual([colour]);
});

it('tells light from dark, warm from cool, vivid from muted', async () => {
  expect(await lookOf(await plain('#f8f0e0'))).toMatchObject({ light: 'bright' });
  expect(await lookOf(await plain('#201810'))).toMatchObject({ light: 'dark' });
  expect(await lookOf(await plain('#d04010'))).toMatchObject({ light: 'even', tone: 'warm', strength: 'vivid' });
  expect(await lookOf(await plain('#a09078'))).toMatchObject({ strength: 'muted' });
  expect(await lookOf(await plain('#2050c0'))).toMatchObject({ tone: 'cool' });
  expect(await lookOf(await plain('#808080'))).toMatchObject({ tone: 'neutral', strength: 'colourless' });
});

it('reads a greyscale JPEG', async () => {
  const grey = await sharp(await plain('#b04020'))
    .greyscale()
    .jpeg()
    .toBuffer();
  expect((await lookOf(grey)).colours).toEqual(['grey']);
});
