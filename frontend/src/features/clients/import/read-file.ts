/** The text of a file: UTF-8, or else what spreadsheets on Windows write. */
export async function readFileText(file: File): Promise<string> {
  const text = await readAs(file, 'utf-8');
  return text.includes('\ufffd') ? readAs(file, 'windows-1252') : text;
}

function readAs(file: File, encoding: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsText(file, encoding);
  });
}
