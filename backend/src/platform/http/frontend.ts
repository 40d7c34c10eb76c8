import { extname, join } from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';

/** Encodings of compressed files, the smallest first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];
const COMPRESSED = /\.(js|css)$/;

const FILES = { index: false, redirect: false } as const;
const FOREVER = { ...FILES, immutable: true, maxAge: '1y' } as const;

/**
 * Serves the built frontend. A GET of a path that is no file and does not belong to the API is answered with
 * `index.html`.
 */
export function serveFrontend(folder: string): Router {
  const assets = join(folder, 'assets');
  const page = join(folder, 'index.html');
  const router = express.Router();
  router.use('/assets', compressedFiles(assets, FOREVER), express.static(assets, FOREVER));
  // Requests to the API skip the disk.
  router.use((request, _response, next) =>
    next(/^\/(api|media|assets|socket\.io)(\/|$)/i.test(request.path) ? 'router' : undefined),
  );
  // Files in the top folder only; the API reads files in subfolders itself.
  const files = express.static(folder, { ...FILES, maxAge: 0 });
  router.use((request, response, next) => {
    if (/^\/[\w.-]+$/.test(request.path)) files(request, response, next);
    else next();
  });
  router.use((request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method)) return next();
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(page, (error) => error && next(error));
  });
  return router;
}

/**
 * Serves the compressed copies of scripts and style sheets that the build made; passes other requests on. Not
 * `express-static-gzip`, which leaves `Content-Encoding` on error responses.
 */
export function compressedFiles(folder: string, options: Parameters<typeof express.static>[1]): RequestHandler {
  const serve = express.static(folder, { ...options, setHeaders: setTypeAndEncoding });
  return (request: Request, response: Response, next: NextFunction) => {
    const encoding = ENCODINGS.find(({ name }) => request.acceptsEncodings(name));
    if (!encoding || !COMPRESSED.test(request.path)) return next();
    const { url } = request;
    request.url = request.path + encoding.ending;
    serve(request, response, (error: unknown) => {
      request.url = url;
      // The file was not found, so the response will not be compressed.
      response.removeHeader('Content-Encoding');
      next(error);
    });
  };
}

function setTypeAndEncoding(response: Response, path: string): void {
  const { name, ending } = ENCODINGS.find((encoding) => path.endsWith(encoding.ending))!;
  response.setHeader('Content-Encoding', name);
  response.vary('Accept-Encoding');
  response.type(extname(path.slice(0, -ending.length)));
}
