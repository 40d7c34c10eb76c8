import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { createMomentWithImages } from '../../test/factories.js';
import { Edits } from '../common/edits.js';
import { Image } from './image.entity.js';
import { loadImage, writeImage } from './image-rows.js';

const BORN_WITH = ['id', 'momentId', 'createdAt'];

function another(value: unknown, type: unknown): unknown {
  if (type === 'int') return Number(value) + 7;
  return type === 'uuid' ? randomUUID() : 'something else';
}

describe('an image read and written without the ORM', () => {
  let app: TestApp;
  let id: string;

  beforeAll(async () => {
    app = await startApp();
    const { images } = await createMomentWithImages(await app.staff(), 1);
    id = images[0]!.id;
  });
  afterAll(() => app.close());

  it('is the same image', async () => {
    const image = await loadImage(app.db.manager, id);
    expect(image).toBeInstanceOf(Image);
    expect(image!.captionEdits).toBeInstanceOf(Edits);
    expect(image).toEqual(await app.db.manager.findOneByOrFail(Image, { id }));
  });

  it('is written in every column but those that it is born with', async () => {
    const image = (await loadImage(app.db.manager, id))!;
    const written = app.db.getMetadata(Image).columns.filter((column) => !BORN_WITH.includes(column.propertyName));
    for (const column of written) column.setEntityValue(image, another(column.getEntityValue(image), column.type));
    image.status = 'rejected';
    await writeImage(app.db.manager, image);
    expect(await app.db.manager.findOneByOrFail(Image, { id })).toEqual(image);
  });
});
