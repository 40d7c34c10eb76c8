import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Figure, Row } from './figure.js';
import { captionOverhead, captionRuns } from './figures/captions.js';
import { deliveries } from './figures/deliveries.js';
import { events } from './figures/events.js';
import { mails } from './figures/mails.js';
import { kept } from './figures/memory.js';
import { interactions } from './figures/interactions.js';
import { pages, screens } from './figures/pages.js';
import { preflight } from './figures/preflight.js';
import { growth, lists, media, review, thumbnails } from './figures/reads.js';
import { scopes } from './figures/scopes.js';
import { clicks, suggestions } from './figures/screen-events.js';
import { start } from './figures/start.js';
import { uploads } from './figures/uploads.js';

/**
 * `npm run bench [-- NAME…]`: measures all figures, or those named on the command line, prints a Markdown table and
 * writes `bench.json`. Exits with 2 when a name is unknown.
 */

const FIGURES: Figure[] = [
  lists,
  growth,
  scopes,
  review,
  thumbnails,
  media,
  uploads,
  preflight,
  deliveries,
  events,
  captionOverhead,
  captionRuns,
  mails,
  start,
  kept,
  pages,
  screens,
  interactions,
  clicks,
  suggestions,
];

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (unknown.length > 0) {
  console.error(`No such figure: ${unknown.join(', ')}. There are: ${FIGURES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const rows: (Row & { figure: string })[] = [];
for (const { name, measure } of FIGURES) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.error(`${name} …`);
  for (const row of await measure()) {
    console.error(`  ${row.what}: ${row.ours}, bare ${row.bare || 'none'}: ${row.result} (goal ${row.goal})`);
    rows.push({ figure: name, ...row });
  }
}

const machine = `${cpus().length} × ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
console.log(`\nMeasured on ${machine}\n\n${table(rows)}\n`);
await writeFile('bench.json', `${JSON.stringify({ machine, at: new Date().toISOString(), rows }, null, 2)}\n`);
process.exit(0);

function table(all: Row[]): string {
  const lines = all.map(({ what, ours, bare, result, goal, holds }) => [
    what,
    ours,
    bare,
    result,
    goal,
    holds ? 'yes' : 'no',
  ]);
  const header = ['Figure', 'Ours', 'Bare', 'Result', 'Goal', 'Met'];
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
