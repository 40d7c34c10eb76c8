import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import pLimit from 'p-limit';
import Pdf from 'pdfkit';
import type { CertificateClaims, CertifiedPhoto } from '../contract/certificates.js';
import { readable } from '../contract/contrast.js';
import { mailPhoto } from '../pictures/mail-picture.js';
import { imageKeys } from '../platform/storage/keys.js';
import { contentOf, type Storage } from '../platform/storage/storage.js';
import { PdfText, type TextBlock } from './pdf-text.js';

interface CertificatePdf {
  claims: CertificateClaims;
  /** Colour of the brand, `#rrggbb`. */
  color: string;
  /** Folders of the photos' pictures, in the order of the claims. */
  fileIds: string[];
  /** URL of the page that verifies the signed certificate. */
  verifyAt: string;
  storage: Storage;
}

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = 48;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN - 20;
const PICTURE = { width: 112, height: 84 };
const GAP = 16;
const TEXT_WIDTH = WIDTH - PICTURE.width - GAP;
const GREY = '#59636e';
const LINE = '#d1d9e0';
const APPROXIMATE = 'Partly in Latin letters here. The exact text is in certificate.json.';
/** Bytes of finished pages that may wait for the reader. */
const WAITING_MAX = 256 * 1024;

/** One photo is drawn at a time in this process, with pauses for other requests. */
const oneAtATime = pLimit(1);
const inTurn = <T>(draw: () => T): Promise<T> =>
  oneAtATime(async () => {
    await nextTurn();
    return draw();
  });

/** Sends the certificate as a PDF, photo by photo, with backpressure. */
export async function sendPdf(response: Response, { claims, color, fileIds, verifyAt, storage }: CertificatePdf) {
  // The first picture is read before anything is sent, so that an outage of the storage is answered with an error.
  let picture = await pictureOf(storage, fileIds[0]!);
  const doc = new Pdf({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    info: { Title: 'Approval certificate', Author: claims.agency ?? claims.iss },
  });
  const text = await inTurn(() => new PdfText(doc));
  let pages = 0;
  doc.on('pageAdded', () => {
    pages += 1;
    const footer = `${claims.note} · ${claims.jti} · ${pages}`;
    text.draw(text.layOut(footer, { size: 7, width: WIDTH, color: GREY }), MARGIN, PAGE.height - MARGIN);
  });
  doc.pipe(response);
  try {
    doc.addPage();
    let y = await inTurn(() => drawHead(doc, text, { claims, color: readable(color, '#ffffff'), verifyAt }));
    for (const [index, photo] of claims.photos.entries()) {
      const next = fileIds[index + 1];
      const block = await inTurn(() => layOutPhoto(text, photo));
      const height = Math.max(PICTURE.height, heightOf(block)) + 2 * GAP;
      if (y + height > BOTTOM && y > MARGIN) {
        doc.addPage();
        y = MARGIN;
      }
      const [place, shown] = [y, picture];
      await inTurn(() => drawPhoto(doc, text, { block, picture: shown, y: place }));
      y += height;
      picture = next ? await pictureOf(storage, next) : null;
      if (doc.readableLength > WAITING_MAX) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      if (response.destroyed) return;
    }
    doc.end();
  } catch (error) {
    // The status was sent, so only closing the connection shows that the body is incomplete.
    response.destroy();
    throw error;
  }
}

function drawHead(
  doc: PDFKit.PDFDocument,
  text: PdfText,
  { claims, color, verifyAt }: { claims: CertificateClaims; color: string; verifyAt: string },
): number {
  doc.rect(0, 0, PAGE.width, 8).fill(color);
  const clients = [...new Set(claims.photos.map(({ client }) => client))];
  const moments = [...new Set(claims.photos.map(({ moment }) => moment))];
  const facts = [
    ['Client', clients.join(', ')],
    [moments.length === 1 ? 'Package' : 'Packages', moments.join(', ')],
    ['Photos', String(claims.photos.length)],
    ['Delivered', `${timeOf(claims.deliveredAt)} by ${claims.deliveredBy}`],
    ['Issued', `${timeOf(new Date(claims.iat * 1000).toISOString())} by ${claims.iss}`],
    ['Certificate', claims.jti],
  ];
  const about =
    `${claims.note} What counts is the signed file certificate.json, which says the same. ` +
    `To check it and the delivered files, open ${verifyAt}`;
  let y = MARGIN;
  const add = (block: TextBlock, after: number, x = MARGIN) => {
    text.draw(block, x, y);
    y += block.height + after;
  };
  add(text.layOut(claims.agency ?? claims.iss, { size: 11, width: WIDTH, font: 'bold', color }), 6);
  add(text.layOut('Approval certificate', { size: 20, width: WIDTH, font: 'bold' }), 10);
  for (const [name, value] of facts) {
    text.draw(text.layOut(name!, { size: 9, width: 80, color: GREY }), MARGIN, y);
    add(text.layOut(value!, { size: 9, width: WIDTH - 90 }), 2, MARGIN + 90);
  }
  y += 8;
  if (text.isApproximate) add(text.layOut(APPROXIMATE, { size: 9, width: WIDTH, color: GREY }), 4);
  add(text.layOut(about, { size: 9, width: WIDTH, color: GREY }), GAP);
  return y;
}

function layOutPhoto(text: PdfText, photo: CertifiedPhoto): TextBlock[] {
  const small = { size: 8, width: TEXT_WIDTH };
  const { title, description, keywords, altText, place, file, sha256, version, round } = photo;
  const counts = `version ${version}${round > 1 ? `, round ${round}` : ''},`;
  text.isApproximate = false;
  const texts = [
    text.layOut(title || file, { size: 10, width: TEXT_WIDTH, font: 'bold' }),
    ...[description, altText, keywords.join(', '), place].filter(Boolean).map((words) => text.layOut(words, small)),
  ];
  const hint = text.isApproximate ? [text.layOut(APPROXIMATE, { ...small, color: GREY })] : [];
  return [
    ...texts,
    ...hint,
    // The name comes last, so that a name in Arabic does not reverse the order of the other parts.
    text.layOut(`Approved ${timeOf(photo.approvedAt)}, ${counts} by ${photo.approvedBy}`, small),
    text.layOut(file, { ...small, color: GREY }),
    text.layOut(`SHA-256 ${sha256}`, { size: 6.5, width: TEXT_WIDTH, color: GREY }),
  ];
}

function heightOf(blocks: TextBlock[]): number {
  return blocks.reduce((sum, { height }) => sum + height + 2, 0);
}

function drawPhoto(
  doc: PDFKit.PDFDocument,
  text: PdfText,
  { block, picture, y }: { block: TextBlock[]; picture: Buffer | null; y: number },
): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(LINE);
  const top = y + GAP;
  if (picture) doc.image(picture, MARGIN, top, PICTURE);
  else {
    doc.rect(MARGIN, top, PICTURE.width, PICTURE.height).fill('#eff2f5');
    const gone = text.layOut('The photo was removed', { size: 7, width: PICTURE.width - 16, color: GREY });
    text.draw(gone, MARGIN + 8, top + PICTURE.height / 2 - gone.height / 2);
  }
  let at = top;
  for (const part of block) {
    text.draw(part, MARGIN + PICTURE.width + GAP, at);
    at += part.height + 2;
  }
}

/** The thumbnail at twice the size that it is shown at; `null` if the photo was removed. @throws StorageError */
async function pictureOf(storage: Storage, fileId: string): Promise<Buffer | null> {
  const file = await storage.open(imageKeys(fileId, 'jpg').thumbnail);
  return file && mailPhoto(await contentOf(file), { width: PICTURE.width * 2, height: PICTURE.height * 2 });
}

/** `2026-11-12 09:30 UTC` */
function timeOf(iso: string): string {
  return iso && `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
