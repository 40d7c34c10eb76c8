import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, ratioAtMost, type Figure } from '../figure.js';
import { ordinaryPhoto, smallPhoto } from '../photos.js';
import { startProcess } from '../processes.js';

const ROUNDS = 40;
const PROGRAM = new URL('../bare/measuring.ts', import.meta.url);
/** As a decoder: its JavaScript is not compiled well, and translated from TypeScript here. */
const FLAGS = ['--no-opt', '--import', 'tsx'];

/** How much longer a photo is read because it is checked: with the checks, against the same time less that of the checks alone. */
export const preflight: Figure = {
  name: 'preflight',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gmb-bench-'));
    try {
      const photos = { '12 megapixels': await ordinaryPhoto(), '2 megapixels': await smallPhoto() };
      const rows = [];
      for (const [size, photo] of Object.entries(photos)) {
        const path = join(folder, 'photo.jpg');
        await writeFile(path, photo);
        const program = await startProcess(PROGRAM, { PHOTO: path, ROUNDS: String(ROUNDS) }, { execArgv: FLAGS });
        const times = program.ready.times!;
        await program.stop();
        const ours = median(times.map(({ whole }) => whole));
        const bare = median(times.map(({ whole, measuring }) => whole - measuring));
        const what = `a photo of ${size} is read and checked, against read alone`;
        rows.push(ratioAtMost(what, 'ms', 1.1, { ours, bare }));
      }
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
