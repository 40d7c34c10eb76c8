import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { codedPhoto, grid, heicOf, overlay, stated, storedPicture, tiles } from '../../../test/odd-pictures.js';
import { ByteSource } from './bytes.js';
import { pixelsToDecode } from './pixels-to-decode.js';

const PHOTO = 800 * 600;

const pixelsOf = (file: Buffer) => pixelsToDecode(ByteSource.of(file));

describe('pixels that are decoded for a picture', () => {
  const { content, config } = codedPhoto();
  const photo = (id: number, properties = [stated(800, 600)]) => ({
    id,
    type: 'hvc1',
    content,
    properties: [config, ...properties],
  });

  it('are those of a photo', async () => {
    expect(await pixelsOf(storedPicture('photo.heic'))).toBe(PHOTO);
  });

  it('are those of an AVIF, as it is coded', async () => {
    const avif = await sharp({ create: { width: 640, height: 480, channels: 4, background: '#12345680' } })
      .avif({ effort: 0 })
      .toBuffer();
    const lying = Buffer.from(avif);
    for (let at = lying.indexOf('ispe'); at !== -1; at = lying.indexOf('ispe', at + 4)) lying.writeUInt32BE(1, at + 8);
    const both = await Promise.all([pixelsOf(avif), pixelsOf(lying)]);
    expect(both).toEqual([2 * 640 * 480, 2 * 640 * 480]);
  });

  it('are those of all tiles, as often as they are used, whatever is said of their size', async () => {
    expect(await pixelsOf(tiles(15, 15, [64, 64], [64, 64]))).toBe(225 * PHOTO + 64 * 64);
  });

  it('are those of tiles of tiles, of layers, and of what stands for another', async () => {
    const four = { id: 2, type: 'grid', content: grid(2, 2, 100, 100), properties: [], parts: [5, 5, 5, 5] };
    const layers = { id: 3, type: 'iovl', content: overlay(3, 200, 100), properties: [], parts: [2, 2, 5] };
    const same = { id: 4, type: 'iden', content: Buffer.alloc(0), properties: [], parts: [3] };
    const whole = { id: 1, type: 'grid', content: grid(1, 2, 300, 100), properties: [], parts: [4, 4] };
    const layered = 2 * (4 * PHOTO + 10_000) + PHOTO + 20_000;
    expect(await pixelsOf(heicOf([whole, four, layers, same, photo(5)]))).toBe(2 * (layered + 64 * 64) + 30_000);
  });

  it('are those of all pictures that an item holds', async () => {
    const many = { ...photo(1), content: Buffer.concat(Array<Buffer>(50).fill(content)) };
    expect(await pixelsOf(heicOf([many]))).toBe(50 * PHOTO);
  });

  it('have no end where parts consist of each other', async () => {
    const one = { id: 1, type: 'grid', content: grid(1, 1, 64, 64), properties: [], parts: [2] };
    const other = { id: 2, type: 'iden', content: Buffer.alloc(0), properties: [], parts: [1] };
    expect(await pixelsOf(heicOf([one, other]))).toBe(Infinity);
  });

  it('are none of what cannot be read', async () => {
    const file = storedPicture('photo.heic');
    for (const length of [0, 20, 40, 100]) expect(await pixelsOf(file.subarray(0, length))).toBe(0);
  });
});
