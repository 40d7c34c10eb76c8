import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient, createMoment } from '../../test/factories.js';
import { photoPath } from '../../test/photos.js';
import type { FindingKind } from '../contract/findings.js';
import type { ImageView } from '../contract/images.js';

describe('findings about uploaded photos', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const original = (name = 'IMG_2057.jpg') => readFile(photoPath(name));
  const smaller = async (name?: string) =>
    sharp(await original(name))
      .resize(1000)
      .jpeg({ quality: 70 })
      .toBuffer();
  const upload = async (momentId: string, ...files: Buffer[]): Promise<ImageView[]> => {
    const call = staff.post('/api/upload').field('momentId', momentId);
    for (const [index, file] of files.entries()) call.attach('images', file, `photo-${index}.jpg`);
    return (await call.expect(201)).body;
  };
  const replace = async ({ id }: ImageView, file: Buffer): Promise<ImageView> =>
    (await staff.post(`/api/images/${id}/replace`).attach('image', file, 'new.jpg').expect(200)).body;
  const read = async ({ id, momentId }: ImageView): Promise<ImageView> => {
    const { body } = await staff.get(`/api/moments/${momentId}/images`).expect(200);
    return (body as ImageView[]).find((image) => image.id === id)!;
  };
  const ignore = async ({ id }: ImageView, kind: FindingKind, isIgnored = true): Promise<ImageView> =>
    (await staff.put(`/api/images/${id}/findings`).send({ kind, isIgnored }).expect(200)).body;
  const kindsOf = ({ findings }: ImageView) => findings.map(({ kind }) => kind);
  const originalOf = ({ findings }: ImageView) =>
    findings.find(({ kind }) => kind === 'duplicate')?.duplicateOf?.imageId ?? null;

  it('finds nothing about good photos', async () => {
    const { id } = await createMoment(staff);
    const images = await upload(id, await original(), await original('shop-front-evening.jpg'));
    expect(images.map(kindsOf)).toEqual([[], []]);
  });

  it('reports that a photo has the colours of print', async () => {
    const { id } = await createMoment(staff);
    const print = sharp(await original())
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg();
    const [image] = await upload(id, await print.toBuffer());
    expect(image!.findings).toMatchObject([
      { kind: 'cmyk', label: 'Colours of print (CMYK)', message: expect.stringContaining('Export it in RGB') },
    ]);
    expect(kindsOf(await replace(image!, await original()))).toEqual([]);
  });

  it('reports that a photo is too small, small, of few bytes, blurred or dark, and what to do', async () => {
    const { id } = await createMoment(staff);
    const of = (name: string) => sharp(photoPath(name));
    const images = await upload(
      id,
      await of('IMG_2041.jpg').resize(200).jpeg({ quality: 30 }).toBuffer(),
      await of('IMG_2057.jpg').resize(900).toBuffer(),
      await of('IMG_2063.jpg').blur(10).toBuffer(),
      await of('IMG_2088.jpg').linear(0.15, 0).toBuffer(),
    );
    expect(images.map(kindsOf)).toEqual([['tiny', 'light'], ['small'], ['blurred'], ['dark']]);
    expect(images[1]!.findings).toEqual([
      {
        kind: 'small',
        label: 'Smaller than 720 px',
        message:
          'This photo has 900 × 675 px, and Google recommends 720 × 720 px or more. Replace it if there is a larger one.',
        isIgnored: false,
        duplicateOf: null,
      },
    ]);
  });

  it('names the photo of the same client that a photo is a copy of, and never one of another client', async () => {
    const client = await createClient(staff);
    const first = await createMoment(staff, { clientId: client.id });
    const second = await createMoment(staff, { clientId: client.id });
    const [kept] = await upload(first.id, await original());
    const [copy, again, other] = await upload(
      second.id,
      await smaller(),
      await original(),
      await original('DSC_0384.jpg'),
    );
    expect(copy!.findings).toMatchObject([
      { kind: 'duplicate', duplicateOf: { imageId: kept!.id, momentId: first.id } },
    ]);
    expect([originalOf(again!), originalOf(other!)]).toEqual([kept!.id, null]);
    expect(await read(copy!)).toEqual(copy);
    const elsewhere = await createMoment(staff);
    expect(kindsOf((await upload(elsewhere.id, await smaller()))[0]!)).toEqual([]);
  });

  it('updates the finding about a copy when the other photo is deleted or replaced', async () => {
    const { id } = await createMoment(staff);
    const [first, second, third] = (await upload(id, await original(), await smaller(), await original())) as [
      ImageView,
      ImageView,
      ImageView,
    ];
    expect([first, second, third].map(originalOf)).toEqual([null, first.id, first.id]);
    await staff.delete(`/api/images/${first.id}`).expect(204);
    expect([originalOf(await read(second)), originalOf(await read(third))]).toEqual([null, second.id]);
    expect(kindsOf(await replace(second, await original('DSC_0384.jpg')))).toEqual([]);
    expect(kindsOf(await read(third))).toEqual([]);
    expect(originalOf(await replace(second, await smaller()))).toBe(third.id);
  });

  it('updates the finding about a copy when a moment is deleted or moves to another client', async () => {
    const [one, two] = [await createClient(staff), await createClient(staff)];
    const first = await createMoment(staff, { clientId: one.id });
    const second = await createMoment(staff, { clientId: one.id });
    const third = await createMoment(staff, { clientId: two.id });
    const [kept] = await upload(first.id, await original());
    const [copy] = await upload(second.id, await smaller());
    const [elsewhere] = await upload(third.id, await original());
    await staff.patch(`/api/moments/${second.id}`).send({ clientId: two.id }).expect(200);
    expect(originalOf(await read(copy!))).toBe(elsewhere!.id);
    await staff.patch(`/api/moments/${third.id}`).send({ clientId: one.id }).expect(200);
    expect([originalOf(await read(copy!)), originalOf(await read(elsewhere!))]).toEqual([null, kept!.id]);
    await staff.delete(`/api/moments/${first.id}`).expect(204);
    expect(originalOf(await read(elsewhere!))).toBeNull();
  });

  it('finds one of two copies that are uploaded at the same time', async () => {
    const client = await createClient(staff);
    const moments = await Promise.all([1, 2, 3, 4].map(() => createMoment(staff, { clientId: client.id })));
    const file = await smaller();
    const images = await Promise.all(moments.map(async ({ id }) => (await upload(id, file))[0]!));
    expect(images.filter((image) => originalOf(image) !== null)).toHaveLength(3);
  });

  it('does not call the photos of a moment that is duplicated copies', async () => {
    const { id } = await createMoment(staff);
    await upload(id, await original());
    const { body: copy } = await staff.post(`/api/moments/${id}/duplicate`).send({}).expect(201);
    const { body: images } = await staff.get(`/api/moments/${copy.id}/images`).expect(200);
    expect((images as ImageView[]).map(kindsOf)).toEqual([[]]);
  });

  it('a finding can be ignored until the picture is replaced, and brought back', async () => {
    const { id } = await createMoment(staff);
    const [image] = await upload(
      id,
      await sharp(await original())
        .resize(900)
        .toBuffer(),
    );
    expect((await ignore(image!, 'small')).findings).toMatchObject([{ kind: 'small', isIgnored: true }]);
    expect((await ignore(image!, 'dark')).findings).toHaveLength(1);
    expect((await ignore(image!, 'small', false)).findings).toMatchObject([{ kind: 'small', isIgnored: false }]);
    const ignored = await ignore(image!, 'small');
    expect(await read(image!)).toEqual({ ...image, findings: ignored.findings });
    const replaced = await replace(
      image!,
      await sharp(await original('DSC_0384.jpg'))
        .resize(900)
        .toBuffer(),
    );
    expect(replaced.findings).toMatchObject([{ kind: 'small', isIgnored: false }]);
    await staff.put(`/api/images/${image!.id}/findings`).send({ kind: 'ugly', isIgnored: true }).expect(400);
  });

  it('does not show findings to visitors', async () => {
    const { id } = await createMoment(staff);
    await upload(id, await smaller(), await smaller());
    const { text } = await app.visitor().get(`/api/public/${id}/images`).expect(200);
    expect(text).not.toMatch(/finding|duplicate|checks|Hash/);
  });
});
