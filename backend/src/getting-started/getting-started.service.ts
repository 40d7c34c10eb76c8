import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import { ClientsService } from '../clients/clients.service.js';
import type { Config } from '../config.js';
import type { CreateClientBody } from '../contract/clients.js';
import type { GettingStartedView } from '../contract/getting-started.js';
import { ImageFilesService } from '../images/image-files.service.js';
import type { ImageFile } from '../images/earlier-version.js';
import { UploadsService } from '../images/uploads.service.js';
import { MomentsService } from '../moments/moments.service.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError } from '../platform/http/errors.js';
import { publish } from '../platform/events/publish.js';
import { incomingFolder, PRIVATE_MODE } from '../platform/storage/data-dir.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import { readSamplePhoto, SAMPLE_PHOTOS } from '../pictures/sample-photos.js';
import { findDone, findSample } from './getting-started.queries.js';

const CLIENT = {
  business: 'Sample Florist',
  description: 'A florist in the old town: bouquets, weddings and workshops.',
  serviceAreas: 'Old Town\nHarbour',
  targetKeywords: ['wedding flowers', 'spring bouquets'],
  categories: ['Florist'],
  notes: 'A sample to try everything with. Remove it on the dashboard, or like any other client.',
} satisfies CreateClientBody;
const TITLE = 'Sample: a week at the florist';

const OUTSIDE = 'The sample is a client without an agency, so only colleagues who see all clients can make it.';

/** The first steps of a new team, and the sample: one client with a moment to try the product with. */
@Injectable()
export class GettingStartedService {
  constructor(
    private readonly db: DataSource,
    private readonly imageFiles: ImageFilesService,
    private readonly uploads: UploadsService,
    private readonly moments: MomentsService,
    private readonly clients: ClientsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async get(by: Actor): Promise<GettingStartedView> {
    const [done, sample] = await Promise.all([findDone(this.db.manager, by), findSample(this.db.manager, by)]);
    return { done, sample };
  }

  /**
   * Creates the sample, or its missing parts; does nothing if it is complete. The worker removes files without rows.
   * The client has no agency, so only the scope `all` includes it.
   * @throws AppError 403 NOT_PERMITTED with a limited scope
   */
  async loadSample(by: Actor): Promise<void> {
    if (by.scope !== 'all') throw new AppError(403, 'NOT_PERMITTED', OUTSIDE);
    if ((await findSample(this.db.manager, by))?.momentId) return;
    await withSamplePhotos(this.config, (received) =>
      this.imageFiles.store(received, (files) => this.db.transaction((manager) => this.addRows(manager, files, by))),
    );
  }

  /** Deletes the sample, like any other client. Does nothing if it does not exist. */
  async removeSample(by: Actor): Promise<void> {
    const sample = await findSample(this.db.manager, by);
    if (!sample) return;
    await this.clients.delete(sample.clientId, by).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.getStatus() !== 404) throw error;
    });
  }

  /** Adds the missing rows of the sample; none if another request added them meanwhile. */
  private async addRows(manager: EntityManager, files: ImageFile[], by: Actor): Promise<void> {
    // Because of a unique index, the second of two concurrent requests waits here for the first.
    await manager
      .createQueryBuilder()
      .insert()
      .into(Client)
      .values({ ...CLIENT, isSample: true })
      .orIgnore()
      .execute();
    const lock = { mode: 'pessimistic_write' } as const;
    const { id: clientId } = await manager.findOneOrFail(Client, { where: { isSample: true }, lock });
    if ((await findSample(manager, by))?.momentId) return;
    const momentId = await this.moments.createIn(manager, { title: TITLE, clientId }, by);
    await this.uploads.saveNew(manager, { momentId, start: 0, files, by });
    await publish(manager, 'client.changed', { id: clientId });
  }
}

/** Calls `work` with copies of the sample's photos as if they were uploaded, and removes the copies afterwards. */
async function withSamplePhotos<T>(config: Config, work: (files: ReceivedFile[]) => Promise<T>): Promise<T> {
  const folder = join(incomingFolder(config), randomUUID());
  await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
  try {
    return await work(await Promise.all(SAMPLE_PHOTOS.map((name, index) => receive(folder, name, index))));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function receive(folder: string, name: string, index: number): Promise<ReceivedFile> {
  const bytes = await readSamplePhoto(name);
  const path = join(folder, name);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, name, size: bytes.length, sha256, field: `images.${index}`, folder };
}
