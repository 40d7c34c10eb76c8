import { fileURLToPath } from 'node:url';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { agencyHostOf } from './access/hosts.js';
import type { Config } from './config.js';
import { notFound } from './platform/http/errors.js';

const PAGE_PATH = '/api/docs';
const DOCUMENTS = ['openapi.json', 'asyncapi.json'];
const SWAGGER_UI = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')));

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <title>Swagger UI</title>
  <link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css">
  <link rel="stylesheet" href="${PAGE_PATH}/index.css">
  <link rel="icon" type="image/png" href="${PAGE_PATH}/favicon-32x32.png">
  <style>.swagger-ui .topbar .download-url-wrapper { display: none }</style>
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="${PAGE_PATH}/swagger-ui-bundle.js"></script>
  <script src="${PAGE_PATH}/swagger-ui-standalone-preset.js"></script>
  <script src="${PAGE_PATH}/swagger-ui-init.js"></script>
</body>
</html>
`;

const PAGE_SCRIPT = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
`;

/**
 * `/api/openapi.json` and `/api/asyncapi.json`, files of `folder` that `npm run documents` writes, and the readable
 * `/api/docs`, on the hosts where staff work.
 */
export function serveApiDocuments(app: Express, folder: string, config: Config): void {
  const paths = [PAGE_PATH, ...DOCUMENTS.map((name) => `/api/${name}`)];
  app.use(paths, (request: Request, _response: Response, next: NextFunction) =>
    next(agencyHostOf(request, config) === null ? undefined : notFound('Page')),
  );
  for (const name of DOCUMENTS)
    app.get(`/api/${name}`, (_request, response) => response.sendFile(name, { root: folder }));
  app.get([PAGE_PATH, `${PAGE_PATH}/index.html`], (_request, response) => void response.type('html').send(PAGE));
  app.get(`${PAGE_PATH}/swagger-ui-init.js`, (_request, response) => void response.type('js').send(PAGE_SCRIPT));
  app.use(PAGE_PATH, express.static(SWAGGER_UI, { index: false, redirect: false }));
}
