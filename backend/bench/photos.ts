import sharp from 'sharp';
import type { ImageView } from '../src/contract/images.js';
import { call, type Product } from './product.js';

/** Pixels of 12 megapixels. */
const SIZE = { width: 4000, height: 3000, channels: 3 as const };

function grain(sigma: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { ...SIZE, background: '#888', noise } })
    .raw()
    .toBuffer();
}

/** A JPEG of 12 megapixels and 4 MB, as phones make them. */
export async function ordinaryPhoto(): Promise<Buffer> {
  return sharp(await grain(12), { raw: SIZE })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A JPEG of 12 megapixels and at most `megabytes` (10⁶ bytes): noise, with the highest quality that fits. */
export async function largePhoto(megabytes: number): Promise<Buffer> {
  const noise = await grain(26);
  let [low, high] = [40, 100];
  for (;;) {
    const quality = Math.round((low + high) / 2);
    const jpeg = await sharp(noise, { raw: SIZE }).jpeg({ quality }).toBuffer();
    if (high - low <= 1) return jpeg;
    if (jpeg.length > megabytes * 1e6) high = quality;
    else low = quality;
  }
}

/** A JPEG of 1600 × 1200 pixels. */
export function smallPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#976', noise } })
    .jpeg()
    .toBuffer();
}

/** Creates a client and a moment, and uploads the photos five per request, as the upload page does. */
export async function uploadMoment(product: Product, photos: Buffer[]): Promise<ImageView[]> {
  const { id: clientId } = await call<{ id: string }>(product, 'POST', '/api/clients', { business: 'Rose Florist' });
  const moment = await call<{ id: string }>(product, 'POST', '/api/moments', { title: 'Spring', clientId });
  const images: ImageView[] = [];
  for (let sent = 0; sent < photos.length; sent += 5) {
    images.push(
      ...(await call<ImageView[]>(product, 'POST', '/api/upload', uploadForm(photos.slice(sent, sent + 5), moment.id))),
    );
  }
  return images;
}

/** The body of one `POST /api/upload`. */
export function uploadForm(photos: Buffer[], momentId: string): FormData {
  const form = new FormData();
  form.append('momentId', momentId);
  for (const [index, photo] of photos.entries()) {
    form.append('images', new File([new Uint8Array(photo)], `IMG_${index}.jpg`, { type: 'image/jpeg' }));
  }
  return form;
}
