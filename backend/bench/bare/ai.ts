import { serve } from './server.js';

/** A fake AI that answers every request with the same caption after AI_MS, with little CPU time. */

const delayMs = Number(process.env['AI_MS']);
const caption = {
  title: 'Hand-tied bouquet on the counter',
  description:
    'Garden roses and eucalyptus stand in the morning sun on the counter of the shop, tied by hand and ready to be taken along.',
  exifKeywords: ['florist', 'bouquet', 'roses', 'eucalyptus', 'shop'],
  geoAltDescription: 'A bouquet of roses on the counter of a florist.',
};
const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(caption) } };
const answer = JSON.stringify({ id: 'caption', object: 'chat.completion', model: 'bare', choices: [choice] });

serve((request, response) => {
  const send = () => response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  request.resume().on('end', () => setTimeout(send, delayMs));
});
