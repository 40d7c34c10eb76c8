import type { Agent } from './app.js';

/** One part of a form: a text, or a file under the name that a hostile program gives it. */
export interface Part {
  field: string;
  content: Buffer | string;
  fileName?: string;
  /** A second file name, percent-encoded, which counts before the first (RFC 5987). */
  encodedName?: string;
}

const BOUNDARY = 'made-by-hand';

/** A form written byte by byte, where the usual libraries would correct what a hostile program sends. */
export function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ field, content, fileName, encodedName }) => {
    const second = encodedName === undefined ? '' : `; filename*=UTF-8''${encodedName}`;
    const type = '\r\nContent-Type: application/octet-stream';
    const file = fileName === undefined ? '' : `; filename="${fileName}"${second}${type}`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** Sends such a form, whole or cut. */
export function postMultipart(agent: Agent, path: string, body: Buffer) {
  return agent
    .post(path)
    .set('Content-Type', MULTIPART)
    .serialize((raw: unknown) => raw as string)
    .send(body as unknown as string);
}

/** Sends pictures to a moment as the upload page does. */
export function postImages(agent: Agent, momentId: string, files: Record<string, Buffer>, fields: object = {}) {
  const call = agent.post('/api/upload').field({ momentId, ...fields });
  for (const [name, content] of Object.entries(files)) call.attach('images', content, name);
  return call;
}
