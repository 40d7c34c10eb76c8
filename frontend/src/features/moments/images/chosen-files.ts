import { IMAGE_MAX_BYTES, IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';

/** MIME types for the attribute `accept` of file inputs. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,image/gif';

/** The files that may be uploaded, and the reasons why others may not. */
export interface CheckedFiles {
  accepted: File[];
  /** Sentences for users; empty if every file is accepted. */
  refusals: string[];
}

/** Refuses files that are too large, not pictures, or more than `room`. */
export function checkFiles(offered: File[], room: number): CheckedFiles {
  const pictures = offered.filter(mayBePicture);
  const small = pictures.filter((file) => file.size <= IMAGE_MAX_BYTES);
  const accepted = small.slice(0, room);
  return {
    accepted,
    refusals: [
      ...tooLarge(pictures.length - small.length),
      ...notPictures(offered.filter((file) => !mayBePicture(file))),
      ...leftOut(small.length - accepted.length),
    ],
  };
}

// The server checks the content; this refuses only files that certainly are no pictures.
function mayBePicture(file: File): boolean {
  return file.type === '' || ACCEPTED_TYPES.split(',').includes(file.type) || file.type === 'image/jpg';
}

function tooLarge(count: number): string[] {
  return count > 0 ? [`${count} file(s) exceed 50MB limit. Please reduce image size.`] : [];
}

function notPictures(files: File[]): string[] {
  if (files.length === 0) return [];
  const names = files.map((file) => file.name).join(', ');
  return [`Not taken: ${names}. Allowed are JPEG, PNG, WebP, AVIF, HEIC and GIF images.`];
}

function leftOut(count: number): string[] {
  if (count === 0) return [];
  return [`A package holds at most ${IMAGES_PER_MOMENT} images: ${count} file(s) were left out.`];
}

/** The dropped files, including those in dropped folders, without hidden files. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const files = [...data.files];
  // Entries must be read before the first `await`: browsers empty the DataTransfer after the event.
  const entries = [...(data.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return files;
  const found = await Promise.all(entries.map(filesOf));
  return found.flat().filter((file) => !file.name.startsWith('.'));
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader());
  return (await Promise.all(entries.map(filesOf))).flat();
}

// A reader returns at most 100 entries per call, and an empty list at the end.
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesOf(reader))];
}
