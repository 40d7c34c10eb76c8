import { extname } from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

/** The smaller one first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];
const COMPRESSED = /\.(js|css)$/;

/** Serves scripts and style sheets as the build compressed them, beside the originals; other requests pass by. */
export function compressedFiles(folder: string, options: Parameters<typeof express.static>[1]): RequestHandler {
  const serve = express.static(folder, { ...options, setHeaders: describe });
  return (request: Request, response: Response, next: NextFunction) => {
    const encoding = ENCODINGS.find(({ name }) => request.acceptsEncodings(name));
    if (!encoding || !COMPRESSED.test(request.path)) return next();
    const { url } = request;
    request.url = request.path + encoding.ending;
    serve(request, response, (error: unknown) => {
      request.url = url;
      // What stands in for the file is not compressed like it.
      response.removeHeader('Content-Encoding');
      next(error);
    });
  };
}

function describe(response: Response, path: string): void {
  const { name, ending } = ENCODINGS.find((encoding) => path.endsWith(encoding.ending))!;
  response.setHeader('Content-Encoding', name);
  response.vary('Accept-Encoding');
  response.type(extname(path.slice(0, -ending.length)));
}
