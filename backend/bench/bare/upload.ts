import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import busboy from 'busboy';
import { Client } from 'minio';
import pLimit from 'p-limit';
import sharp, { type Sharp } from 'sharp';
import { serve } from './server.js';

/**
 * A bare upload server, to compare the product with. Each file is written to FOLDER; then its preview, its thumbnail
 * and the picture for the AI are made, two files at a time. The files are synced to disk or, with S3_ENDPOINT, uploaded
 * to the bucket, before the response (201).
 */

sharp.cache(false);
sharp.concurrency(1);
const parent = process.env['FOLDER']!;
await mkdir(parent, { recursive: true });
const folder = await mkdtemp(join(parent, 'bare-'));
const endpoint = process.env['S3_ENDPOINT'];
const s3 = endpoint ? s3ClientOf(new URL(endpoint)) : null;
const flush = !s3;
const twoAtATime = pLimit(2);
let count = 0;

serve(async (incoming, response) => {
  const form = busboy({ headers: incoming.headers });
  const uploads: Promise<void>[] = [];
  form.on('file', (_field, stream) => {
    const path = join(folder, `${(count += 1)}.jpg`);
    const written = pipeline(stream, createWriteStream(path, { flush }));
    uploads.push(written.then(() => twoAtATime(() => writeDerivatives(path))).then(storeFiles));
  });
  await pipeline(incoming, form);
  await Promise.all(uploads);
  response.writeHead(201).end('[]');
});

async function writeDerivatives(path: string): Promise<string[]> {
  const original = sharp(path, { failOn: 'truncated', sequentialRead: true }).autoOrient();
  const decoded = fitInside(original, 1600).toColourspace('srgb').raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const preview = (): Sharp =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const derivatives = {
    [`${path}.preview.webp`]: preview().webp({ quality: 80, effort: 0 }),
    [`${path}.thumbnail.webp`]: fitInside(preview(), 480).webp({ quality: 75, effort: 2 }),
    [`${path}.ai.jpg`]: fitInside(preview(), 1024).flatten({ background: 'white' }).jpeg({ quality: 80 }),
  };
  for (const [name, picture] of Object.entries(derivatives)) await writeFile(name, await picture.toBuffer(), { flush });
  return [path, ...Object.keys(derivatives)];
}

/** Uploads the files to S3. On disk there is nothing left to do. */
async function storeFiles(paths: string[]): Promise<void> {
  if (s3) for (const path of paths) await putFile(s3, path);
}

function fitInside(picture: Sharp, pixels: number): Sharp {
  return picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true });
}

function s3ClientOf({ hostname, port }: URL): Client {
  const [accessKey, secretKey] = [process.env['S3_ACCESS_KEY']!, process.env['S3_SECRET_KEY']!];
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey,
    secretKey,
    region: 'us-east-1',
  });
}

async function putFile(client: Client, path: string): Promise<void> {
  const url = await client.presignedPutObject(process.env['S3_BUCKET']!, `bare/${basename(path)}`);
  const { size } = await stat(path);
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { method: 'PUT', headers: { 'Content-Length': size } }, (answer) => {
      const failed = new Error(`${path}: ${answer.statusCode}`);
      buffer(answer).then(() => (answer.statusCode === 200 ? resolve() : reject(failed)), reject);
    });
    pipeline(createReadStream(path), sent).catch(reject);
  });
}
