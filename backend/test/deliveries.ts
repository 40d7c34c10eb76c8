import { expect } from '@jest/globals';
import sharp from 'sharp';
import type { DeliverableView, DeliveryView } from '../src/contract/deliveries.js';
import type { ImageView } from '../src/contract/images.js';
import type { Agent } from './app.js';
import { unzipped } from './delivered-files.js';
import { CAPTION, createMoment } from './factories.js';

/** What a camera writes: its owner, its number, where and when. */
const CAMERA = {
  IFD0: { Make: 'Acme', Model: 'Pocket 3', Artist: 'Rosa Private', Copyright: 'Rosa Private', Software: 'Firmware 7' },
  IFD2: { CameraOwnerName: 'Rosa Private', BodySerialNumber: 'SN-4711', DateTimeOriginal: '2026:04:01 09:30:00' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '43/1 39/1 2772/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '70/1 15/1 1728/100',
  },
};
const PRIVATE_XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Rosa Private</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>';

/** A photo as a camera makes it, of 800 × 600 pixels that lie on their side, with something private behind its end. */
export async function cameraPhoto(kind: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: 'white', noise } });
  const photo = picture.withExif(CAMERA).withXmp(PRIVATE_XMP);
  const made = await (kind === 'jpeg' ? photo.withMetadata({ orientation: 6 }).withExifMerge(CAMERA) : photo)
    .toFormat(kind)
    .toBuffer();
  return kind === 'webp' ? made : Buffer.concat([made, Buffer.from('Rosa Private: a film')]);
}

/** A moment with these photos, of which each is captioned and approved. */
export async function createApproved(
  staff: Agent,
  photos: { file?: Buffer; texts?: object }[],
  fields: object = {},
): Promise<{ momentId: string; images: ImageView[] }> {
  const moment = await createMoment(staff, fields);
  const images: ImageView[] = [];
  for (const { file, texts } of photos) {
    const call = staff.post('/api/upload').field('momentId', moment.id);
    const added = await call.attach('images', file ?? (await cameraPhoto()), 'IMG_1.jpg').expect(201);
    const [image] = added.body as [ImageView];
    await staff
      .patch(`/api/images/${image.id}`)
      .send({ ...CAPTION, ...texts })
      .expect(200);
    images.push((await staff.post(`/api/images/${image.id}/approve`).expect(200)).body as ImageView);
  }
  return { momentId: moment.id, images };
}

/** Chooses all approved photos of a moment. */
export async function deliver(staff: Agent, momentId: string, options: object = {}): Promise<DeliveryView> {
  const { body } = await staff.get(`/api/moments/${momentId}/deliverables`).expect(200);
  const photos = (body as DeliverableView[]).map(({ imageId, version }) => ({ imageId, version }));
  return (
    await staff
      .post('/api/deliveries')
      .send({ photos, ...options })
      .expect(201)
  ).body as DeliveryView;
}

/** Downloads a delivery. */
export async function download(staff: Agent, id: string): Promise<Record<string, Buffer>> {
  const { body, headers } = await staff
    .get(`/api/deliveries/${id}/zip`)
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  // What was delivered is noted before the end of it is sent.
  expect((await staff.get(`/api/deliveries/${id}`)).body).toMatchObject({ state: 'done' });
  return unzipped(body as Buffer);
}
