import express, { type Request, type Response, type Router } from 'express';
import { DEFAULT_LANGUAGE, directionOf, type Language } from '../contract/languages.js';
import type { MailStops } from '../mail/mail-stops.js';
import { STOP_PATH } from '../mail/mail-stops.js';
import { Translator } from '../mail/texts/translator.js';
import { networkOf } from '../platform/http/network.js';
import type { Limits } from '../platform/limits/limits.js';

/**
 * The unsubscribe pages of mails to reviewers. A GET only asks, since mail scanners follow links; a POST
 * unsubscribes, from the page or from a mail program's button (RFC 8058). Its body is not read.
 */
export function stopMails({ stops, limits }: { stops: MailStops; limits: Limits }): Router {
  const answer =
    (change?: (token: string) => Promise<void>) =>
    async (request: Request, response: Response): Promise<void> => {
      const token = String(request.params['token']);
      const network = networkOf(request.ip);
      const found = await limits.find(network, async () => {
        await limits.consume(change ? 'linkWrite' : 'linkRead', `${token} ${network}`);
        if (change && (await stops.find(token))) await change(token);
        return stops.find(token);
      });
      response.status(found ? 200 : 404).setHeader('Cache-Control', 'no-store');
      response.type('html').send(found ? pageOf(found, `${STOP_PATH}${encodeURIComponent(token)}`) : unknown());
    };
  const router = express.Router();
  router.get(`${STOP_PATH}:token`, answer());
  router.post(
    `${STOP_PATH}:token`,
    answer((token) => stops.stop(token)),
  );
  router.post(
    `${STOP_PATH}:token/resume`,
    answer((token) => stops.resume(token)),
  );
  return router;
}

function pageOf({ isStopped, language }: { isStopped: boolean; language: Language }, path: string): string {
  const t = Translator.in(language);
  return isStopped
    ? page(language, t.text('stop.done'), t.text('stop.links'), {
        action: `${path}/resume`,
        text: t.text('stop.again'),
      })
    : page(language, t.text('stop.ask'), t.text('stop.what'), { action: path, text: t.text('stop.button') });
}

function unknown(): string {
  const t = Translator.in(DEFAULT_LANGUAGE);
  return page(DEFAULT_LANGUAGE, t.text('stop.unknown'), t.text('stop.unknownWhat'));
}

// Not escaped: the texts are the product's own, and the path has URL characters only.
function page(language: Language, title: string, text: string, button?: { action: string; text: string }): string {
  const form = button ? `<form method="post" action="${button.action}"><button>${button.text}</button></form>` : '';
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ground: #fff; --text: #16181d; --text-2: #3f434b; --line: #8b8f98 }
@media (prefers-color-scheme: dark) { :root { --ground: #17181c; --text: #f3f4f6; --text-2: #cdd0d6; --line: #7b7f88 } }
body { margin: 0 auto; max-width: 30rem; padding: 15vh 20px 40px; background: var(--ground); color: var(--text-2); font: 15px/22px system-ui, sans-serif }
h1 { margin: 0 0 8px; color: var(--text); font-size: 22px; line-height: 28px }
button { min-height: 44px; padding: 0 20px; margin-top: 8px; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--text); font: inherit; font-weight: 600; cursor: pointer }
</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body>
</html>
`;
}
