import { IMAGE_MAX_BYTES, IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';

/** Types that browsers offer in the file dialog; an iPhone then hands over JPEG instead of HEIC. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Which of the files offered may be uploaded, and what to tell the user about the others. */
export interface SortedFiles {
  accepted: File[];
  /** Whole sentences; empty when every file was taken. */
  complaints: string[];
}

/** Sorts out files that are too large, no pictures, or more than the package can hold (spec 5, "Moment creation"). */
export function sortFiles(offered: File[], room: number): SortedFiles {
  const pictures = offered.filter(mayBePicture);
  const small = pictures.filter((file) => file.size <= IMAGE_MAX_BYTES);
  const accepted = small.slice(0, room);
  return {
    accepted,
    complaints: [
      ...tooLarge(pictures.length - small.length),
      ...notPictures(offered.filter((file) => !mayBePicture(file))),
      ...leftOut(small.length - accepted.length),
    ],
  };
}

// The server judges by content; here only what certainly is something else is kept out.
function mayBePicture(file: File): boolean {
  return file.type === '' || ACCEPTED_TYPES.split(',').includes(file.type) || file.type === 'image/jpg';
}

function tooLarge(count: number): string[] {
  return count > 0 ? [`${count} file(s) exceed 50MB limit. Please reduce image size.`] : [];
}

function notPictures(files: File[]): string[] {
  if (files.length === 0) return [];
  const heic = files.some((file) => /hei[cf]/.test(file.type)) ? ' Export HEIC photos as JPEG first.' : '';
  const names = files.map((file) => file.name).join(', ');
  return [`Not taken: ${names}. Allowed are JPEG, PNG, WebP, AVIF and GIF images.${heic}`];
}

function leftOut(count: number): string[] {
  if (count === 0) return [];
  return [`A package holds at most ${IMAGES_PER_MOMENT} images: ${count} file(s) were left out.`];
}
