import { createWriteStream } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import sharp from 'sharp';
import { serve } from './server.js';

/** Takes uploads: each file goes to disk, then its preview and thumbnail are made, two files at a time. */

sharp.cache(false);
sharp.concurrency(1);
const folder = await mkdtemp(join(process.env['FOLDER'] ?? tmpdir(), 'bare-'));
let count = 0;

serve(async (request, response) => {
  const form = busboy({ headers: request.headers });
  const written: Promise<string>[] = [];
  form.on('file', (_field, stream) => {
    const path = join(folder, `${(count += 1)}.jpg`);
    written.push(pipeline(stream, createWriteStream(path)).then(() => path));
  });
  await pipeline(request, form);
  const paths = await Promise.all(written);
  const next = async (): Promise<void> => {
    for (let path = paths.pop(); path; path = paths.pop()) await derive(path);
  };
  await Promise.all([next(), next()]);
  response.writeHead(201).end('[]');
});

async function derive(path: string): Promise<void> {
  const inside = { fit: 'inside', withoutEnlargement: true } as const;
  const preview = await sharp(path).autoOrient().resize(1600, 1600, inside).webp({ quality: 80, effort: 3 }).toBuffer();
  await writeFile(`${path}.preview.webp`, preview);
  await sharp(preview).resize(480, 480, inside).webp({ quality: 75, effort: 3 }).toFile(`${path}.thumbnail.webp`);
}
