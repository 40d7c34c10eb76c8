import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import express, { type Request, type Response, type Router } from 'express';
import { agencyHostOf } from '../access/hosts.js';
import type { Config } from '../config.js';
import { chosenLanguage, DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../contract/languages.js';
import type { RenderReview, ReviewContent } from '../contract/review.js';
import { withDeadline } from '../platform/async/end-early.js';
import { AppError, notFound } from '../platform/http/errors.js';
import { networkOf } from '../platform/http/network.js';
import { isId, isToken } from '../platform/http/shapes.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { unlessMissing } from '../platform/operator-error.js';
import { READ_MOMENT_PAGE } from '../public-review/moment-review.js';
import { READ_OPTIMIZATION_PAGE } from '../public-review/optimization-review.js';
import type { PublicReviewService } from '../public-review/public-review.service.js';
import type { Visitor } from '../public-review/visitor.decorator.js';

/** Timeout of loading the content of a page, in milliseconds; after it the browser fetches the content itself. */
const DEADLINE_MS = 1000;
/** Pages that are rendered at the same time; further ones are rendered by the browser. */
const CONCURRENT_PAGES = 20;

interface ReviewPagesOptions {
  /** Folder of the built frontend: the empty pages, and in `server/` the renderer. */
  folder: string;
  config: Config;
  reviews: PublicReviewService;
}

type FindContent = (link: string, visitor: Visitor) => Promise<ReviewContent>;

/**
 * Serves the pages of public links, rendered on the server from the API's public views. If there is nothing to render
 * (unknown link, limit, outage), serves the empty page, in which the browser calls the API. Passes requests on
 * without a built frontend.
 */
export function reviewPages({ folder, config, reviews }: ReviewPagesOptions): Router {
  const logger = new ThrottledLogger(new Logger('Pages'));
  let drawing = 0;

  const draw = async (template: string, link: string, request: Request, find: FindContent): Promise<string | null> => {
    if (drawing >= CONCURRENT_PAGES) return null;
    drawing += 1;
    try {
      const visitor = { agencyHost: agencyHostOf(request, config), network: networkOf(request.ip) };
      const tooLate = new Error(`its content took longer than ${DEADLINE_MS} ms`);
      const [content, render] = await withDeadline(
        Promise.all([find(link, visitor), rendererIn(folder)]),
        DEADLINE_MS,
        tooLate,
      );
      const origin = `${request.protocol}://${request.host}`;
      return render(template, content, { origin, link, isPhone: isPhone(request), language: languageOf(request) });
    } catch (error) {
      const isRefused = error instanceof AppError && error.getStatus() < 500;
      // The link is a secret, so the log does not contain it.
      if (!isRefused) logger.warn(`Failed to draw a review page: ${String(error)}; the browser draws it`);
      return null;
    } finally {
      drawing -= 1;
    }
  };

  const answer =
    (name: string, parameter: string, find: FindContent) =>
    async (request: Request, response: Response, next: () => void) => {
      const template = await unlessMissing(readFile(join(folder, name), 'utf8'));
      if (template === undefined) return next();
      const page = await draw(template, request.params[parameter] as string, request, find);
      // A page that was rendered for one visitor must not be cached.
      response.setHeader('Cache-Control', page === null ? 'no-cache' : 'no-store');
      response.type('html').send(page ?? template);
    };

  const noContent: FindContent = () => Promise.reject(notFound('Link'));
  const momentOf: FindContent = (link, visitor) => {
    if (!isId(link)) throw notFound('Moment');
    return reviews.view(READ_MOMENT_PAGE, link.toLowerCase(), visitor);
  };
  const optimizationOf: FindContent = (link, visitor) => {
    if (!isToken(link)) throw notFound('Optimization');
    return reviews.view(READ_OPTIMIZATION_PAGE, link, visitor);
  };
  const router = express.Router();
  // Not rendered, since the passcode may be missing; the browser asks the API what the link opens.
  router.get('/r/:token{/*rest}', answer('named-review.html', 'token', noContent));
  // Another page of the frontend, which shows no moment.
  router.get('/public/moments', (_request, _response, next) => next('router'));
  router.get('/public/:id', answer('moment-review.html', 'id', momentOf));
  router.get('/gmb-preview/:publicLink', answer('optimization-review.html', 'publicLink', optimizationOf));
  return router;
}

/** Imports the renderer with the first page, since it takes memory; imports it again after a new build. */
async function rendererIn(folder: string): Promise<RenderReview> {
  const file = join(folder, 'server', 'server.mjs');
  const { mtimeMs } = await stat(file);
  const module = (await import(`${pathToFileURL(file).href}?built=${mtimeMs}`)) as { render: RenderReview };
  return module.render;
}

/** Whether the request is from a phone, by its headers; the page corrects a wrong guess. */
function isPhone(request: Request): boolean {
  return request.get('Sec-CH-UA-Mobile') === '?1' || /\bMobi/.test(request.get('User-Agent') ?? '');
}

/** The language that the visitor chose, or else the browser's first supported one. */
function languageOf(request: Request): Language {
  const spoken = request.acceptsLanguages([...LANGUAGES]);
  return (
    chosenLanguage(request.headers.cookie) ?? LANGUAGES.find((language) => language === spoken) ?? DEFAULT_LANGUAGE
  );
}
