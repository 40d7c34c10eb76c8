/** The text of a file, and what is to be looked at since its encoding is not certain. */
export interface FileText {
  text: string;
  /** A sentence with the lines; `null` if there is nothing to look at. */
  doubt: string | null;
}

/** Lines that are named. */
const LINES_MAX = 10;
const ENCODINGS = { utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;

/**
 * The text of a file of a spreadsheet: UTF-8, UTF-16 with or without a byte order mark, or else what spreadsheets on Windows
 * write. What no encoding has is a replacement character.
 */
export function textOf(bytes: Uint8Array): FileText {
  const wide = wideEncodingOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), doubt: null };
  const text = new TextDecoder('utf-8').decode(bytes);
  // Some bytes are UTF-8 of letters beyond ASCII: then the others are broken, and not of another encoding.
  if (!text.includes('\ufffd') || /[^\0-\x7f\ufffd]/.test(text)) return { text, doubt: null };
  // What Windows does not know either becomes a control character there.
  const windows = new TextDecoder('windows-1252').decode(bytes).replace(/[\x80-\x9f]/g, '\ufffd');
  const lines = windows.split(/\r\n?|\n/).flatMap((line, index) => (/[^\0-\x7f]/.test(line) ? [index + 1] : []));
  const named = lines.slice(0, LINES_MAX).join(', ') + (lines.length > LINES_MAX ? ', …' : '');
  const where = lines.length === 1 ? `Line ${named} was` : `Lines ${named} were`;
  return { text: windows, doubt: `The file is not UTF-8. ${where} read as Windows-1252: please look at the accents.` };
}

/** UTF-16 by its mark, or by the zero that is half of each Latin letter and of each line break. */
function wideEncodingOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ENCODINGS.utf16le;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ENCODINGS.utf16be;
  if (bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  // A stray zero is no encoding.
  if (Math.max(even, odd) < bytes.length / 20) return null;
  return odd > even ? ENCODINGS.utf16le : ENCODINGS.utf16be;
}
