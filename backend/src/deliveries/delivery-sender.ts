import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { deliveredEnding } from '../contract/delivery-rules.js';
import type { WithheldView } from '../contract/deliveries.js';
import type { DeliveredPicture } from '../pictures/delivery/deliver-picture.js';
import { readForDelivery } from '../pictures/picture.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { incomingFolder, PRIVATE_MODE } from '../platform/storage/data-dir.js';
import { imageKeys } from '../platform/storage/keys.js';
import { Storage } from '../platform/storage/storage.js';
import type { ChosenPhoto, Delivery } from './delivery.entity.js';
import { approvedById, type ApprovedRow } from './deliveries.queries.js';
import { manifestCsv, manifestJson, type DeliveredFile } from './manifest.js';
import { photoTexts } from './photo-texts.js';
import { ZipStream } from './zip-stream.js';

/** Photos that all deliveries of a process make at the same time: uploads find a decoder beside them. */
const AT_ONCE = 2;

const CHANGED = 'It was changed, or its approval was taken back, after it was chosen.';
const MISSING = 'Its file is missing in the storage.';

/** What became of a delivery. */
export interface Sent {
  files: (DeliveredFile & { chosen: ChosenPhoto })[];
  withheld: WithheldView[];
}

/** A photo whose file is made, in a folder of its own; or why it is not delivered. */
type Made = { row: ApprovedRow; picture: DeliveredPicture; folder: string } | { reason: string };

/** Makes the ZIP of a delivery while it is sent: two photos of it are on the disk at a time, none in memory. */
@Injectable()
export class DeliverySender {
  private readonly fewAtATime = pLimit(AT_ONCE);

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends the photos that are still approved at the version that was chosen. `null` where none is; then nothing was sent.
   * @throws AppError 503 before anything was sent, any error afterwards: the answer is then broken off
   */
  async send(delivery: Delivery, deliveredBy: string, response: Response): Promise<Sent | null> {
    const sent: Sent = { files: [], withheld: [] };
    const { photos } = delivery;
    let zip: ZipStream | undefined;
    let next: Promise<Made> | undefined;
    try {
      for (const [index, chosen] of photos.entries()) {
        const made = await (next ?? this.begin(delivery, chosen));
        const after = photos[index + 1];
        next = after && this.begin(delivery, after);
        if (response.destroyed) throw new Error('the reader has left');
        const refused = 'reason' in made ? made.reason : await this.refusal(made.row);
        if (refused !== null || 'reason' in made) {
          await discard(made);
          sent.withheld.push(withheld(delivery, chosen, refused ?? ''));
          continue;
        }
        zip ??= new ZipStream(describe(response, delivery));
        const file = `${chosen.path}.${made.picture.extension}`;
        try {
          sent.files.push({ ...made, chosen, file, ...(await zip.addFile(file, made.picture.path)) });
        } finally {
          await discard(made);
        }
      }
      if (!zip) return null;
      const facts = { deliveredBy, format: delivery.format, ...sent };
      if (delivery.hasTable) zip.addText('manifest.csv', manifestCsv(facts));
      zip.addText('manifest.json', manifestJson(facts));
      await zip.end();
      return sent;
    } catch (error) {
      zip?.destroy();
      throw error;
    } finally {
      await next?.then(discard, () => undefined);
    }
  }

  /** Begins to make a photo's file. That it fails is told to whoever waits for it. */
  private begin(delivery: Delivery, chosen: ChosenPhoto): Promise<Made> {
    const made = this.fewAtATime(() => this.make(delivery, chosen));
    made.catch(() => undefined);
    return made;
  }

  private async make({ format, hasPosition }: Delivery, { imageId, version }: ChosenPhoto): Promise<Made> {
    const row = (await approvedById(this.db.manager, [imageId])).get(imageId);
    if (row?.version !== version) return { reason: CHANGED };
    const original = await this.storage.open(imageKeys(row.fileId, row.extension).original);
    if (!original) return { reason: MISSING };
    const folder = join(incomingFolder(this.config), randomUUID());
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
      const path = join(folder, 'original');
      await pipeline(original.stream, createWriteStream(path, { mode: 0o600 }));
      const delivery = { format, hasPosition, texts: photoTexts(row) };
      const picture = await readForDelivery({ path, fileName: row.title, folder, delivery });
      return { row, picture, folder };
    } catch (error) {
      original.stream.destroy();
      await rm(folder, { recursive: true, force: true });
      if (error instanceof AppError && error.getStatus() < 500) return { reason: error.message };
      throw error;
    }
  }

  /** Why a photo whose file is made is not delivered after all. */
  private async refusal({ imageId, version }: ApprovedRow): Promise<string | null> {
    const now = (await approvedById(this.db.manager, [imageId])).get(imageId);
    return now?.version === version ? null : CHANGED;
  }
}

function withheld({ format }: Delivery, { imageId, path }: ChosenPhoto, reason: string): WithheldView {
  return { imageId, fileName: `${path}.${deliveredEnding('jpg', format)}`, reason };
}

async function discard(made: Made): Promise<void> {
  if ('folder' in made) await rm(made.folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Sets the headers of a ZIP. */
export function describe(response: Response, { fileName }: Delivery): Response {
  // The name in every script, as RFC 5987 writes it.
  return response.attachment(fileName).type('application/zip').set('Accept-Ranges', 'none');
}
