/** The files of a drop; folders are opened, hidden files in them left out. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const files = [...data.files];
  // Entries must be taken before the first await: the browser empties the DataTransfer after the event.
  const entries = [...(data.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return files;
  const found = await Promise.all(entries.map(filesOf));
  return found.flat().filter((file) => !file.name.startsWith('.'));
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const found = await Promise.all((await entriesOf(entry.createReader())).map(filesOf));
  return found.flat();
}

// A reader hands out at most 100 entries at a time, and an empty list at the end.
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  return some.length === 0 ? [] : [...some, ...(await entriesOf(reader))];
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
