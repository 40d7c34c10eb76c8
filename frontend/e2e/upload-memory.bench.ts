import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { signIn, test } from './product.ts';

const MEGABYTE = 1024 * 1024;
const BATCHES = 6;

test('memory of the API while 30 photos of 12 megapixels come in', async ({ page, product }) => {
  await signIn(page, product);
  const photos = [await noise('jpeg', 90), await noise('jpeg', 100), await noise('png', 0)];
  const sizes = photos.map(({ bytes }) => `${(bytes.length / MEGABYTE).toFixed(0)} MB`).join(', ');
  const client = await (await page.request.post('/api/clients', { data: { business: 'Petra’s Flowers' } })).json();
  const moment = await (await page.request.post('/api/moments', { data: { title: '30', clientId: client.id } })).json();
  const [api] = await product.pids('api');
  const before = await rss(api!);
  let peak = before;
  const watch = setInterval(() => void rss(api!).then((now) => (peak = Math.max(peak, now))), 50);
  const began = Date.now();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const form = new FormData();
    form.append('momentId', moment.id);
    for (let n = 0; n < 5; n += 1) {
      const { bytes, type } = photos[(batch * 5 + n) % photos.length]!;
      form.append('images', new File([new Uint8Array(bytes)], `photo-${batch}-${n}`, { type }));
    }
    const answer = await page.request.post('/api/upload', { multipart: form, timeout: 300_000 });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  clearInterval(watch);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(
    `30 photos of 12 MP (${sizes} in turn) in ${seconds} s; API memory ${before.toFixed(0)} MB before, ` +
      `${peak.toFixed(0)} MB at most: +${(peak - before).toFixed(0)} MB`,
  );
});

/** A 12-megapixel picture that compresses badly, as sharp photos do. */
async function noise(format: 'jpeg' | 'png', quality: number): Promise<{ bytes: Buffer; type: string }> {
  const size = { width: 4000, height: 3000, channels: 3 as const };
  const image = sharp({ create: { ...size, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } } });
  const bytes = await (format === 'jpeg' ? image.jpeg({ quality }) : image.png({ compressionLevel: 1 })).toBuffer();
  return { bytes, type: `image/${format}` };
}

/** Resident memory of a process in MB (Linux). */
async function rss(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
