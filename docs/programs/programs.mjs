// Three tasks by an API key, with Node 20 alone: node programs.mjs upload MOMENT_ID FOLDER | captions MOMENT_ID | decisions SINCE
// GMB_URL: where staff work. GMB_KEY: an API key with the role editor.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const { GMB_URL, GMB_KEY } = process.env;
const PHOTO = /\.(jpe?g|png|webp|avif|heic|gif)$/i;
const DECISIONS = ['image.approved', 'image.rejected', 'section.approved', 'section.rejected'];

/** Asks the API; where it says how long to wait, again after that. */
async function ask(method, path, { body, headers } = {}) {
  for (;;) {
    const answer = await fetch(new URL(path, GMB_URL), {
      method,
      headers: { Authorization: `Bearer ${GMB_KEY}`, ...headers },
      body,
    });
    const seconds = answer.headers.get('Retry-After');
    if (answer.ok) return answer.json();
    if (seconds === null) throw new Error(`${method} ${path}: ${answer.status} ${(await answer.json()).message}`);
    await wait(Number(seconds) * 1000);
  }
}

/** Uploads all photos of a folder into a package, five at a time. */
async function upload(momentId, folder) {
  const names = (await readdir(folder)).filter((name) => PHOTO.test(name)).sort();
  for (let start = 0; start < names.length; start += 5) {
    const body = new FormData();
    const hash = createHash('sha256').update(momentId);
    body.set('momentId', momentId);
    for (const name of names.slice(start, start + 5)) {
      const photo = await readFile(join(folder, name));
      hash.update(photo);
      body.append('images', new Blob([photo]), name);
    }
    // The same name for the same files of the package: what is sent again after a lost answer is stored once.
    const images = await ask('POST', '/api/upload', { body, headers: { 'Idempotency-Key': hash.digest('hex') } });
    console.log(`uploaded ${images.length}`);
  }
}

/** Has the captions written that are missing, and waits for them. */
async function captions(momentId) {
  await ask('POST', `/api/moments/${momentId}/generate-captions`);
  for (;;) {
    const { state, done, failed, total } = await ask('GET', `/api/moments/${momentId}/caption-run`);
    if (!['queued', 'running'].includes(state)) return console.log(`${state}: ${done} of ${total}, ${failed} failed`);
    await wait(1000);
  }
}

/** Prints what clients decided since a time. The last line is the cursor with which to go on another time. */
async function decisions(since) {
  let query = /^\d+-\d+-\d+$/.test(since) ? { cursor: since } : { since };
  for (;;) {
    const { entries, cursor, hasMore } = await ask('GET', `/api/history?${new URLSearchParams(query)}`);
    for (const { at, action, actorName, imageName, section, feedback } of entries) {
      if (DECISIONS.includes(action)) console.log(at, action, imageName || section, actorName ?? '', feedback);
    }
    query = { cursor };
    if (!hasMore) return console.log(cursor);
  }
}

const [task, ...parameters] = process.argv.slice(2);
await { upload, captions, decisions }[task](...parameters);
