import { describe, expect, it } from '@jest/globals';
import { checkFiles } from './chosen-files';

function file(name: string, { type = 'image/jpeg', bytes = 1 } = {}): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: bytes });
}

describe('sorting out chosen files', () => {
  it('takes pictures up to 50MB', () => {
    const picture = file('a.jpg', { bytes: 50 * 1024 * 1024 });
    expect(checkFiles([picture], 30)).toEqual({ accepted: [picture], refusals: [] });
  });

  it('counts the files that are too large', () => {
    const big = { bytes: 50 * 1024 * 1024 + 1 };
    const { accepted, refusals } = checkFiles([file('a.jpg', big), file('b.jpg'), file('c.jpg', big)], 30);
    expect(accepted.map(({ name }) => name)).toEqual(['b.jpg']);
    expect(refusals).toEqual(['2 file(s) exceed 50MB limit. Please reduce image size.']);
  });

  it('drops what does not fit', () => {
    const { accepted, refusals } = checkFiles([file('a.jpg'), file('b.jpg'), file('c.jpg')], 2);
    expect(accepted.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    expect(refusals).toEqual(['A package holds at most 30 images: 1 file(s) were left out.']);
  });

  it('takes HEIC photos, and names files that are no pictures', () => {
    const heic = file('IMG_1.HEIC', { type: 'image/heic' });
    expect(checkFiles([file('list.pdf', { type: 'application/pdf' }), heic], 30)).toEqual({
      accepted: [heic],
      refusals: ['Not taken: list.pdf. Allowed are JPEG, PNG, WebP, AVIF, HEIC and GIF images.'],
    });
  });

  it('leaves files of unknown type to the server', () => {
    expect(checkFiles([file('photo', { type: '' })], 30).accepted).toHaveLength(1);
  });
});
