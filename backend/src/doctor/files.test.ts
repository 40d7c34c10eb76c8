import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SIZES, startStoredApp, type StoredApp } from '../../test/backups.js';
import { createAgency, createMomentWithImages, jpeg } from '../../test/factories.js';
import { findings } from '../../test/findings.js';
import type { ImageView } from '../contract/images.js';
import { DeletionsService } from '../storage/deletions.service.js';

describe.each(SIZES)('rows and files on %s', (size) => {
  let app: StoredApp;
  let work: string;
  let images: ImageView[];
  let folders: string[];

  beforeAll(async () => {
    app = await startStoredApp(size);
    work = await mkdtemp(join(tmpdir(), 'gmb-doctor-test-'));
    await writeFile(join(work, 'file'), 'something');
    await writeFile(join(work, 'empty'), '');
    const staff = await app.staff();
    await staff
      .post('/api/agencies')
      .field('name', 'With a logo')
      .attach('logo', await jpeg(), 'logo.jpg')
      .expect(201);
    await createAgency(staff);
    ({ images } = await createMomentWithImages(staff, 4));
    folders = images.map(({ imageUrl }) => imageUrl.split('/').slice(2, 4).join('/'));
  });
  afterAll(async () => {
    await app.close();
    await rm(work, { recursive: true });
  });

  it('agree after ordinary work', async () => {
    expect(await findings(app)).toEqual([]);
  });
});
