/** The text of a file, and a warning if its encoding is uncertain. */
export interface FileText {
  text: string;
  /** A sentence with the lines to check; `null` if there are none. */
  doubt: string | null;
}

/** Maximum number of lines that the warning names. */
const LINES_MAX = 10;
const ENCODINGS = { utf16le: 'utf-16le', utf16be: 'utf-16be' } as const;

/**
 * Decodes a file of a spreadsheet program: UTF-8, UTF-16 with or without a byte order mark, or else windows-1252.
 * Invalid bytes become replacement characters.
 */
export function decodeText(bytes: Uint8Array): FileText {
  const wide = detectUtf16(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), doubt: null };
  const text = new TextDecoder('utf-8').decode(bytes);
  // If some bytes are valid UTF-8 beyond ASCII, the invalid ones are damaged and not in another encoding.
  if (!text.includes('\ufffd') || /[^\0-\x7f\ufffd]/.test(text)) return { text, doubt: null };
  // Bytes that windows-1252 does not define become control characters.
  const windows = new TextDecoder('windows-1252').decode(bytes).replace(/[\x80-\x9f]/g, '\ufffd');
  const lines = windows.split(/\r\n?|\n/).flatMap((line, index) => (/[^\0-\x7f]/.test(line) ? [index + 1] : []));
  const named = lines.slice(0, LINES_MAX).join(', ') + (lines.length > LINES_MAX ? ', …' : '');
  const where = lines.length === 1 ? `Line ${named} was` : `Lines ${named} were`;
  return { text: windows, doubt: `The file is not UTF-8. ${where} read as Windows-1252: please look at the accents.` };
}

/**
 * Detects UTF-16 by its byte order mark, or by the zero byte of each Latin letter and line break; otherwise `null`.
 */
function detectUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ENCODINGS.utf16le;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ENCODINGS.utf16be;
  if (bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  // A single zero byte does not mean UTF-16.
  if (Math.max(even, odd) < bytes.length / 20) return null;
  return odd > even ? ENCODINGS.utf16le : ENCODINGS.utf16be;
}
