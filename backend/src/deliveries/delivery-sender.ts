import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import type { Config } from '../config.js';
import { deliveredEnding } from '../contract/delivery-rules.js';
import type { WithheldView } from '../contract/deliveries.js';
import { readPieces } from '../pictures/files/pieces.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { incomingFolder, PRIVATE_MODE } from '../platform/storage/data-dir.js';
import { imageKeys } from '../platform/storage/keys.js';
import { Storage } from '../platform/storage/storage.js';
import type { ChosenPhoto, Delivery } from './delivery.entity.js';
import { findApprovedByIds, type ApprovedRow } from './deliveries.queries.js';
import { manifestCsv, manifestJson, type DeliveredFile } from './manifest.js';
import { photoFile, type PhotoFile } from './photo-file.js';
import { photoTexts } from './photo-texts.js';
import { ZipStream } from './zip-stream.js';

/** Photos that one process prepares at the same time, for all deliveries, so that decoders are left for uploads. */
const CONCURRENT_PHOTOS = 2;

const CHANGED = 'It was changed, or its approval was taken back, after it was chosen.';
const MISSING = 'Its file is missing in the storage.';

/** The result of sending a delivery. */
export interface SentDelivery {
  files: (DeliveredFile & { chosen: ChosenPhoto })[];
  withheld: WithheldView[];
}

/** A photo that is ready to be sent, with its temporary folder; or why it is not delivered. */
type PreparedPhoto = (PhotoFile & { row: ApprovedRow; folder: string }) | { reason: string };

/** Makes the ZIP of a delivery while it is sent: two photos are prepared at a time, on disk. */
@Injectable()
export class DeliverySender {
  private readonly fewAtATime = pLimit(CONCURRENT_PHOTOS);

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends the photos that are still approved at the chosen version. If there are none, nothing is sent.
   * @param note records the delivery; called when the connection has accepted all but the end of the ZIP, which is
   * sent after it
   * @throws AppError 503 before anything was sent; any error afterwards, with the response incomplete
   */
  async send(
    delivery: Delivery,
    by: StaffActor,
    response: Response,
    note: (sent: SentDelivery) => Promise<void>,
  ): Promise<SentDelivery> {
    const sent: SentDelivery = { files: [], withheld: [] };
    const { photos } = delivery;
    let zip: ZipStream | undefined;
    const ahead = photos.slice(0, CONCURRENT_PHOTOS - 1).map((chosen) => this.startPreparing(delivery, chosen, by));
    try {
      for (const [index, chosen] of photos.entries()) {
        const after = photos[index + CONCURRENT_PHOTOS - 1];
        if (after) ahead.push(this.startPreparing(delivery, after, by));
        const made = await ahead.shift()!;
        try {
          if (response.destroyed) throw new Error('the reader has left');
          const refused = 'reason' in made ? made.reason : await this.refusal(made.row, by);
          if (refused !== null || 'reason' in made) {
            sent.withheld.push(withheld(delivery, chosen, refused ?? ''));
            continue;
          }
          zip ??= new ZipStream(asZip(response, delivery));
          const { row, picture } = made;
          const file = `${chosen.path}.${picture.extension}`;
          const facts = await zip.addFile(file, () => readPieces(made.file, made.pieces));
          sent.files.push({ row, picture, chosen, file, ...facts });
        } finally {
          await discard(made);
        }
      }
      if (!zip) return sent;
      const facts = { deliveredBy: by.name, format: delivery.format, ...sent };
      if (delivery.hasTable) zip.addText('manifest.csv', manifestCsv(facts));
      zip.addText('manifest.json', manifestJson(facts));
      await zip.end(() => note(sent));
      return sent;
    } catch (error) {
      zip?.destroy();
      throw error;
    } finally {
      await Promise.allSettled(ahead.map((made) => made.then(discard)));
    }
  }

  /** Starts preparing a photo's file. An error rejects the returned promise, which may be awaited later. */
  private startPreparing(delivery: Delivery, chosen: ChosenPhoto, by: StaffActor): Promise<PreparedPhoto> {
    const made = this.fewAtATime(() => this.make(delivery, chosen, by));
    made.catch(() => undefined);
    return made;
  }

  private async make(
    { format, hasPosition }: Delivery,
    { imageId, version }: ChosenPhoto,
    by: StaffActor,
  ): Promise<PreparedPhoto> {
    const row = (await findApprovedByIds(this.db.manager, [imageId], by)).get(imageId);
    if (row?.version !== version) return { reason: CHANGED };
    const folder = join(incomingFolder(this.config), randomUUID());
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
      const key = imageKeys(row.fileId, row.extension).original;
      const path = await this.storage.localPath(key, join(folder, 'original'));
      const content =
        path && (await photoFile({ ...row, path, folder }, { format, hasPosition, texts: photoTexts(row) }));
      if (content) return { ...content, row, folder };
      await remove(folder);
      return { reason: MISSING };
    } catch (error) {
      await remove(folder);
      if (error instanceof AppError && error.getStatus() < 500) return { reason: error.message };
      throw error;
    }
  }

  /** Why a prepared photo is not delivered after all; `null` if it is. */
  private async refusal({ imageId, version }: ApprovedRow, by: StaffActor): Promise<string | null> {
    const now = (await findApprovedByIds(this.db.manager, [imageId], by)).get(imageId);
    return now?.version === version ? null : CHANGED;
  }
}

function withheld({ format }: Delivery, { imageId, path }: ChosenPhoto, reason: string): WithheldView {
  return { imageId, fileName: `${path}.${deliveredEnding('jpg', format)}`, reason };
}

async function discard(made: PreparedPhoto): Promise<void> {
  if ('reason' in made) return;
  await made.file.close();
  await remove(made.folder);
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Sets the headers of a ZIP. */
export function asZip(response: Response, { fileName }: Delivery): Response {
  // Encodes the name in any script (RFC 5987).
  return response.attachment(fileName).type('application/zip').set('Accept-Ranges', 'none');
}
