import type { Agent } from './app.js';

/** One part of a multipart form: a text field, or a file if `fileName` is given. */
export interface Part {
  field: string;
  content: Buffer | string;
  fileName?: string;
  /** Percent-encoded file name for `filename*` (RFC 5987), which takes precedence over `fileName`. */
  encodedName?: string;
}

export const MULTIPART_BOUNDARY = 'made-by-hand';

/** Builds a multipart body byte by byte: client libraries would correct the malformed names that some tests send. */
export function multipart(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ field, content, fileName, encodedName }) => {
    const second = encodedName === undefined ? '' : `; filename*=UTF-8''${encodedName}`;
    const type = '\r\nContent-Type: application/octet-stream';
    const file = fileName === undefined ? '' : `; filename="${fileName}"${second}${type}`;
    const head = `--${MULTIPART_BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${MULTIPART_BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${MULTIPART_BOUNDARY}`;

/** Posts a raw multipart body, which may be malformed. */
export function postMultipart(agent: Agent, path: string, body: Buffer) {
  return agent
    .post(path)
    .set('Content-Type', MULTIPART)
    .serialize((raw: unknown) => raw as string)
    .send(body as unknown as string);
}

/** Uploads pictures to a moment as the upload page does. */
export function postImages(agent: Agent, momentId: string, files: Record<string, Buffer>, fields: object = {}) {
  const call = agent.post('/api/upload').field({ momentId, ...fields });
  for (const [name, content] of Object.entries(files)) call.attach('images', content, name);
  return call;
}
