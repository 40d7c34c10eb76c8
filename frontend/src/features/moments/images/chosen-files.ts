import { IMAGE_MAX_BYTES, IMAGES_PER_MOMENT } from '@gmb-moments/backend/contract/limits';

/** Types that browsers offer in the file dialog. */
export const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,image/gif';

/** Which of the files offered may be uploaded, and sentences about the others. */
export interface SortedFiles {
  accepted: File[];
  /** Whole sentences; empty when every file was taken. */
  refusals: string[];
}

/** Sorts out files that are too large, no pictures, or more than the package can hold. */
export function sortFiles(offered: File[], room: number): SortedFiles {
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

// The server judges by content; here only what certainly is something else is kept out.
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

/** The files of a drop; folders are opened, hidden files in them left out. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const files = [...data.files];
  // Entries must be read before the first await: the browser empties the DataTransfer after the event.
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

// A reader hands out at most 100 entries at a time, and an empty list at the end.
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesOf(reader))];
}
