import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';

const require = createRequire(import.meta.url);
// Required, because its types describe an ES module, but Node loads it as CommonJS.
const bidi = (require('bidi-js') as typeof import('bidi-js').default)();

/** Fonts of Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian and Georgian script. */
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** A font of `fontkit`, the font library of `pdfkit`. */
interface Font {
  hasGlyphForCodePoint(code: number): boolean;
}

/** Replaces characters that are neither in the fonts nor can be transliterated. */
const MISSING_GLYPH = '□';
const LINE = 1.4;

export interface TextStyle {
  size: number;
  width: number;
  font?: keyof typeof FONTS;
  color?: string;
}

/** Text that is broken into lines, ready to be drawn. */
export interface TextBlock {
  lines: string[];
  style: TextStyle;
  isRightToLeft: boolean;
  height: number;
}

/** Draws texts of any script, each run in its direction, which `pdfkit` does not support. */
export class PdfText {
  /** Whether any text was transliterated since this was last reset. */
  isApproximate = false;

  constructor(private readonly doc: PDFKit.PDFDocument) {
    for (const [name, path] of Object.entries(FONTS)) doc.registerFont(name, path);
  }

  /** Breaks a text into lines of at most this width. */
  layOut(text: string, style: TextStyle): TextBlock {
    this.choose(style);
    const lines = this.drawable(text)
      .split(/\r?\n/u)
      .flatMap((paragraph) => this.linesOf(paragraph, style.width));
    const isRightToLeft = (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;
    return { lines, style, isRightToLeft, height: lines.length * style.size * LINE };
  }

  draw({ lines, style, isRightToLeft }: TextBlock, x: number, y: number): void {
    this.choose(style);
    this.doc.fillColor(style.color ?? '#1f2328');
    for (const [index, line] of lines.entries()) {
      const runs = visualRuns(line, isRightToLeft).map((run) => ({ run, width: this.doc.widthOfString(run.text) }));
      const width = runs.reduce((sum, run) => sum + run.width, 0);
      let at = isRightToLeft ? x + style.width - width : x;
      for (const { run, width: runWidth } of runs) {
        // Without features `pdfkit` caches the glyphs of each word, which is faster, but orders words from the left.
        const whole = run.isRightToLeft && { features: [] };
        this.doc.text(run.text, at, y + index * style.size * LINE, { lineBreak: false, ...whole });
        at += runWidth;
      }
    }
  }

  private choose({ font = 'regular', size }: TextStyle): void {
    this.doc.font(font).fontSize(size);
  }

  private linesOf(paragraph: string, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/[ \t]+/u).flatMap((whole) => this.parts(whole, width))) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.doc.widthOfString(longer) > width) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    return [...lines, line];
  }

  /** A word, split into parts if it is wider than a line. */
  private parts(word: string, width: number): string[] {
    if (this.doc.widthOfString(word) <= width) return [word];
    const parts = [''];
    for (const character of word) {
      if (this.doc.widthOfString(parts.at(-1)! + character) > width) parts.push('');
      parts[parts.length - 1] += character;
    }
    return parts;
  }

  /**
   * Removes invisible characters, and transliterates what the fonts do not have, such as Chinese: fonts for all
   * scripts would be larger than everything else that PDFs need.
   */
  private drawable(text: string): string {
    const { _font: current } = this.doc as unknown as { _font: { font: Font } };
    const isShown = (character: string) =>
      /\s/u.test(character) || current.font.hasGlyphForCodePoint(character.codePointAt(0)!);
    let drawn = '';
    for (const character of text.normalize('NFC').replaceAll(MODIFIERS, '')) {
      if (!isShown(character)) this.isApproximate = true;
      drawn += isShown(character) ? character : transliterate(character);
    }
    return drawn;
  }
}

/** Transliterates a character into Latin letters; `''` for combining marks. */
function transliterate(character: string): string {
  return anyAscii(character) || (/\p{Mark}/u.test(character) ? '' : MISSING_GLYPH);
}

/** Characters that only modify how the previous character looks. */
const MODIFIERS = /[\p{Variation_Selector}\p{Emoji_Modifier}\u200d]/gu;

/** The runs of a line in visual order (UAX #9, L2), with mirrored brackets in right-to-left runs. */
function visualRuns(line: string, isRightToLeft: boolean): { text: string; isRightToLeft: boolean }[] {
  const { levels } = bidi.getEmbeddingLevels(line, isRightToLeft ? 'rtl' : 'ltr');
  const turned = bidi.getMirroredCharactersMap(line, levels);
  const runs: { level: number; text: string }[] = [];
  for (const [index, character] of [...line.split('')].entries()) {
    const level = levels[index]!;
    const text = turned.get(index) ?? character;
    const last = runs.at(-1);
    if (last && last.level === level) last.text += text;
    else runs.push({ level, text });
  }
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    let start = 0;
    while (start < runs.length) {
      let end = start;
      while (end < runs.length && runs[end]!.level >= level) end += 1;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = Math.max(end, start + 1);
    }
  }
  return runs.map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}
