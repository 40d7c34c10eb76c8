import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';

const require = createRequire(import.meta.url);
// Its types are those of a module of ECMAScript, which it is not for Node.
const bidi = (require('bidi-js') as typeof import('bidi-js').default)();

/** Fonts of Latin, Greek, Cyrillic, Arabic, Hebrew, Armenian and Georgian script. */
const FONTS = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** A font of `fontkit`, in which `pdfkit` looks glyphs up. */
interface Font {
  hasGlyphForCodePoint(code: number): boolean;
}

/** Stands for a character that the fonts do not have, and that has no name in Latin letters. */
const MISSING = '□';
const LINE = 1.4;

export interface TextStyle {
  size: number;
  width: number;
  font?: keyof typeof FONTS;
  color?: string;
}

/** Text that is broken into lines, to be drawn anywhere. */
export interface TextBlock {
  lines: string[];
  style: TextStyle;
  isRightToLeft: boolean;
  height: number;
}

/** Draws texts of any script, each run of it in its direction, which `pdfkit` by itself does not. */
export class PdfText {
  /** Whether a text since then was written in other letters. */
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
        // Without features `pdfkit` keeps the shapes of each word, which is faster, but puts words in order from the left.
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

  /** A word, or the parts of one that is wider than a line. */
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
   * The text without characters that are nothing to see. What the fonts do not have, such as Chinese, stands in Latin letters: fonts of
   * all scripts would weigh more than the rest of what prints certificates.
   */
  private drawable(text: string): string {
    const { _font: current } = this.doc as unknown as { _font: { font: Font } };
    const isShown = (character: string) =>
      /\s/u.test(character) || current.font.hasGlyphForCodePoint(character.codePointAt(0)!);
    let drawn = '';
    for (const character of text.normalize('NFC').replaceAll(UNSEEN, '')) {
      if (!isShown(character)) this.isApproximate = true;
      drawn += isShown(character) ? character : inLatinLetters(character);
    }
    return drawn;
  }
}

/** Marks above and below letters are left out with the letters that they belong to. */
function inLatinLetters(character: string): string {
  return anyAscii(character) || (/\p{Mark}/u.test(character) ? '' : MISSING);
}

/** What only says how the character before it looks. */
const UNSEEN = /[\p{Variation_Selector}\p{Emoji_Modifier}\u200d]/gu;

/** The runs of a line from left to right (UAX #9, L2), with their brackets turned where they are read from the right. */
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
