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
import { bytesOf } from '../pictures/files/pieces.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { incomingFolder, PRIVATE_MODE } from '../platform/storage/data-dir.js';
import { imageKeys } from '../platform/storage/keys.js';
import { Storage } from '../platform/storage/storage.js';
import type { ChosenPhoto, Delivery } from './delivery.entity.js';
import { approvedById, type ApprovedRow } from './deliveries.queries.js';
import { manifestCsv, manifestJson, type DeliveredFile } from './manifest.js';
import { photoFile, type PhotoFile } from './photo-file.js';
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

/** A photo that is ready to be sent, with the folder of its work; or why it is not delivered. */
type Made = (PhotoFile & { row: ApprovedRow; folder: string }) | { reason: string };

/** Makes the ZIP of a delivery while it is sent: two photos of it are worked on at a time, and none is in memory. */
@Injectable()
export class DeliverySender {
  private readonly fewAtATime = pLimit(AT_ONCE);

  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Sends the photos that are still approved at the version that was chosen. Without any file, nothing was sent.
   * @param note is called when all but the end of the ZIP was taken; the end is sent once it has noted what was delivered
   * @throws AppError 503 before anything was sent, any error afterwards: the answer is then broken off
   */
  async send(
    delivery: Delivery,
    by: StaffActor,
    response: Response,
    note: (sent: Sent) => Promise<void>,
  ): Promise<Sent> {
    const sent: Sent = { files: [], withheld: [] };
    const { photos } = delivery;
    let zip: ZipStream | undefined;
    const ahead = photos.slice(0, AT_ONCE - 1).map((chosen) => this.begin(delivery, chosen, by));
    try {
      for (const [index, chosen] of photos.entries()) {
        const after = photos[index + AT_ONCE - 1];
        if (after) ahead.push(this.begin(delivery, after, by));
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
          const facts = await zip.addFile(file, () => bytesOf(made.file, made.pieces));
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

  /** Begins to make a photo's file. An error rejects the returned promise, even if that is awaited much later. */
  private begin(delivery: Delivery, chosen: ChosenPhoto, by: StaffActor): Promise<Made> {
    const made = this.fewAtATime(() => this.make(delivery, chosen, by));
    made.catch(() => undefined);
    return made;
  }

  private async make(
    { format, hasPosition }: Delivery,
    { imageId, version }: ChosenPhoto,
    by: StaffActor,
  ): Promise<Made> {
    const row = (await approvedById(this.db.manager, [imageId], by)).get(imageId);
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

  /** Why a photo whose file is made is not delivered after all. */
  private async refusal({ imageId, version }: ApprovedRow, by: StaffActor): Promise<string | null> {
    const now = (await approvedById(this.db.manager, [imageId], by)).get(imageId);
    return now?.version === version ? null : CHANGED;
  }
}

function withheld({ format }: Delivery, { imageId, path }: ChosenPhoto, reason: string): WithheldView {
  return { imageId, fileName: `${path}.${deliveredEnding('jpg', format)}`, reason };
}

async function discard(made: Made): Promise<void> {
  if ('reason' in made) return;
  await made.file.close();
  await remove(made.folder);
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Sets the headers of a ZIP. */
export function asZip(response: Response, { fileName }: Delivery): Response {
  // The name in every script, as RFC 5987 writes it.
  return response.attachment(fileName).type('application/zip').set('Accept-Ranges', 'none');
}
