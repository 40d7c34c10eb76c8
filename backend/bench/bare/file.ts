import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { serve } from './server.js';

/** Answers every request with one file. */

const path = process.env['FILE']!;

serve(async (_request, response) => {
  const { size } = await stat(path);
  response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': size });
  pipeline(createReadStream(path), response, () => undefined);
});
