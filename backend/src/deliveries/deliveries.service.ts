import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DataSource, IsNull, Not, type EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { getRowFor, lockRowFor } from '../access/look-ups.js';
import { appendAudit, became } from '../audit/audit.js';
import { Client } from '../clients/client.entity.js';
import { DELIVERY_PHOTOS_MAX } from '../contract/delivery-rules.js';
import type {
  CreateDeliveryBody,
  DeliverableView,
  DeliverablesQuery,
  DeliverPhotoBody,
  DeliveryView,
  WithheldView,
} from '../contract/deliveries.js';
import { findingsOf } from '../contract/findings.js';
import { IMAGE_TEXTS } from '../contract/image-fields.js';
import type { MomentView } from '../contract/moments.js';
import { pick } from '../contract/record-fields.js';
import { appendHistory } from '../history/history.js';
import { Moment } from '../moments/moment.entity.js';
import { lockMoment, recomputeStatus } from '../moments/moment-status.queries.js';
import { MomentsService } from '../moments/moments.service.js';
import { renewRegularly } from '../platform/queue/renewal.js';
import { lockRow } from '../platform/database/get-row.js';
import { publish } from '../platform/events/publish.js';
import { AppError, conflict, invalid } from '../platform/http/errors.js';
import { messageOf } from '../platform/operator-error.js';
import { imageKeys, mediaUrl } from '../platform/storage/keys.js';
import { User } from '../users/user.entity.js';
import { Delivery, presentDelivery, type ChosenPhoto } from './delivery.entity.js';
import {
  findApprovedByIds,
  findApprovedOfClient,
  findApprovedOfMoment,
  isDownloading,
  recordDelivered,
  type ApprovedRow,
  type NewlyDelivered,
} from './deliveries.queries.js';
import { DeliveredMails } from './delivered.mail.js';
import { asZip, DeliverySender, type SentDelivery } from './delivery-sender.js';
import { photoName, slugOf, unique, zipName } from './file-names.js';
import { factsOf } from './manifest.js';
import { RunningDownloads } from './running-downloads.js';

/**
 * End of a download's lease, which its process renews. After a crash, the next download is possible when the lease
 * has expired.
 */
const LEASE = `now() + interval '10 seconds'`;
const RENEW_MS = 2500;

const NOTHING = 'None of these photos is approved as it was chosen, so there is nothing to deliver.';
const RUNNING = 'You are downloading photos already. Wait until that has ended, or cancel it in your browser.';

const logger = new Logger('Deliveries');

/** Deliveries of approved photos. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: DataSource,
    private readonly moments: MomentsService,
    private readonly sender: DeliverySender,
    private readonly running: RunningDownloads,
    private readonly mails: DeliveredMails,
  ) {}

  /** The approved photos of a moment. @throws AppError 404 */
  async ofMoment(momentId: string, by: Actor): Promise<DeliverableView[]> {
    await getRowFor(by, this.db.manager, Moment, momentId);
    return (await findApprovedOfMoment(this.db.manager, momentId)).map(presentDeliverable);
  }

  /**
   * The photos of a client that were approved on these days.
   * @throws AppError 400 for more photos than a delivery may have, 404
   */
  async ofClient(clientId: string, { from, to }: DeliverablesQuery, by: Actor): Promise<DeliverableView[]> {
    await getRowFor(by, this.db.manager, Client, clientId);
    const days = { from: from ?? null, to: to ?? null, limit: DELIVERY_PHOTOS_MAX + 1 };
    const rows = await findApprovedOfClient(this.db.manager, clientId, days);
    if (rows.length > DELIVERY_PHOTOS_MAX) {
      const message = `These days have more than ${DELIVERY_PHOTOS_MAX} approved photos; please choose fewer days`;
      throw invalid([{ field: 'from', message }]);
    }
    return rows.map(presentDeliverable);
  }

  async get(id: string, by: Actor): Promise<DeliveryView> {
    return presentDelivery(await getRowFor(by, this.db.manager, Delivery, id));
  }

  /**
   * Creates a delivery of these photos, at their currently approved versions.
   * @throws AppError 409 NOTHING_TO_DELIVER, DELIVERY_RUNNING
   */
  async create(body: CreateDeliveryBody, by: StaffActor): Promise<DeliveryView> {
    const { photos, format = 'original', position = true, manifest = true } = body;
    const { manager } = this.db;
    if (await isDownloading(manager, by.userId)) throw conflict('DELIVERY_RUNNING', RUNNING);
    const rows = await findApprovedByIds(
      manager,
      photos.map(({ imageId }) => imageId),
      by,
    );
    if (rows.size === 0) throw conflict('NOTHING_TO_DELIVER', NOTHING);
    const delivery = manager.create(Delivery, {
      fileName: zipName(titleOf([...rows.values()])),
      format,
      hasPosition: position,
      hasTable: manifest,
      photos: chosenPhotos(photos, rows),
    });
    return presentDelivery(await manager.save(Delivery, delivery));
  }

  /**
   * Sends the ZIP of a delivery. Records what was delivered before the end of the ZIP is sent, so that every complete
   * download is recorded.
   * @throws AppError 404, 409 NOTHING_TO_DELIVER, DELIVERY_RUNNING, 416
   */
  async send(id: string, by: StaffActor, request: Request, response: Response): Promise<void> {
    if (request.headers.range !== undefined) throw noParts();
    if (request.method === 'HEAD') {
      asZip(response, await getRowFor(by, this.db.manager, Delivery, id)).end();
      return;
    }
    this.running.add(id, by, response);
    const delivery = await this.leaseDownload(id, by);
    const stopRenewing = renewRegularly(() => this.renew(id), { everyMs: RENEW_MS, what: `delivery ${id}`, logger });
    let isNoted = false;
    try {
      const note = async (sent: SentDelivery): Promise<void> => {
        await this.finish(delivery, sent, by);
        isNoted = true;
      };
      const sent = await this.sender.send(delivery, by, response, note);
      if (sent.files.length === 0) throw nothingSent(sent.withheld);
    } catch (error) {
      if (!response.headersSent) throw error;
      // The status was sent, so only closing the connection shows that the body is incomplete.
      response.destroy();
      logger.warn(`Delivery ${id} was broken off: ${messageOf(error)}`);
    } finally {
      stopRenewing();
      // After it was recorded, another download may have leased it.
      if (!isNoted) await this.db.manager.update(Delivery, { id }, { leasedUntil: null });
    }
  }

  /**
   * Records that the approved photos of a moment were delivered in another way.
   * @throws AppError 404, 409 NOTHING_TO_DELIVER
   */
  async mark(momentId: string, by: Actor): Promise<MomentView> {
    await this.db.transaction(async (manager) => {
      await lockMoment(manager, momentId, by);
      const { title: name } = await getRowFor(by, manager, Moment, momentId);
      const rows = await findApprovedOfMoment(manager, momentId);
      if (rows.length === 0) throw conflict('NOTHING_TO_DELIVER', NOTHING);
      await deliverMoment(manager, momentId, rows, by);
      const target = { kind: 'moment', id: momentId, name } as const;
      const changes = { photos: became(String(rows.length)) };
      await appendAudit(manager, by, { action: 'moment.delivered', target, changes });
    });
    return this.moments.get(momentId, by);
  }

  /** Leases a delivery for a download. A member of staff has one download at a time, in all processes. */
  private leaseDownload(id: string, by: StaffActor): Promise<Delivery> {
    return this.db.transaction(async (manager) => {
      await lockRow(manager, User, by.userId);
      const delivery = await lockRowFor(by, manager, Delivery, id);
      if (delivery.state === 'sending' || (await isDownloading(manager, by.userId)))
        throw conflict('DELIVERY_RUNNING', RUNNING);
      const changes = { userId: by.userId, withheld: [] };
      await manager.update(Delivery, { id }, { ...changes, leasedUntil: () => LEASE });
      return delivery;
    });
  }

  private async renew(id: string): Promise<void> {
    await this.db.manager.update(Delivery, { id, leasedUntil: Not(IsNull()) }, { leasedUntil: () => LEASE });
  }

  private async finish(delivery: Delivery, { files, withheld }: SentDelivery, by: Actor): Promise<void> {
    const facts = new Map(files.map((file) => [file.chosen.imageId, { ...factsOf(file), fileId: file.row.fileId }]));
    await this.db.transaction(async (manager) => {
      const isNew: NewlyDelivered[] = [];
      // Ordered by id, so that concurrent deliveries do not deadlock.
      for (const momentId of [...new Set(files.map(({ row }) => row.momentId))].toSorted()) {
        const ofMoment = files.filter(({ row }) => row.momentId === momentId).map(({ row }) => row);
        // The moment may have been deleted meanwhile.
        const isThere = await lockMoment(manager, momentId, by).catch(ignoreMissing);
        if (isThere) isNew.push(...(await deliverMoment(manager, momentId, ofMoment, by)));
      }
      // The deletion of a client removes its photos from the delivery, or the whole delivery.
      const { id } = delivery;
      const current = await manager.findOne(Delivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
      const photos = current?.photos.map((photo) => ({
        ...photo,
        delivered: facts.get(photo.imageId) ?? photo.delivered,
      }));
      const ended = { deliveredBy: by.name, endedAt: () => 'now()', leasedUntil: null };
      await manager.update(Delivery, { id }, { photos, withheld, ...ended });
      const target = { kind: 'delivery', id, name: delivery.fileName } as const;
      const counted = { photos: became(String(files.length)) };
      await appendAudit(manager, by, { action: 'delivery.sent', target, changes: counted });
      await this.mails.add(manager, isNew);
    });
  }
}

type Delivered = Pick<ApprovedRow, 'imageId' | 'version'>;

/** Records that these photos of a locked moment were delivered. @returns the photos that were not delivered before */
async function deliverMoment(
  manager: EntityManager,
  momentId: string,
  photos: Delivered[],
  by: Actor,
): Promise<NewlyDelivered[]> {
  const isNew = await recordDelivered(manager, photos);
  await manager.update(Moment, { id: momentId }, { deliveredAt: () => 'now()', deliveredBy: by.name });
  const changes = { photos: { from: '', to: String(photos.length) } };
  await appendHistory(manager, by, { reviewId: momentId, action: 'moment.delivered', changes });
  await recomputeStatus(manager, momentId);
  await publish(manager, 'moment.changed', { momentId });
  return isNew;
}

/** The error if no photo could be sent: with the reason of the only photo, or of each. */
function nothingSent(withheld: WithheldView[]): AppError {
  const [first, ...others] = withheld;
  if (!first) return conflict('NOTHING_TO_DELIVER', NOTHING);
  const message =
    others.length === 0
      ? `${first.fileName} was not delivered. ${first.reason}`
      : `None of these ${withheld.length} photos was delivered. ${first.fileName}: ${first.reason}`;
  const details = withheld.map(({ fileName, reason }) => ({ field: fileName, message: reason }));
  return new AppError(409, 'NOTHING_TO_DELIVER', message, { details });
}

function ignoreMissing(error: unknown): null {
  if (error instanceof AppError && error.getStatus() === 404) return null;
  throw error;
}

function noParts(): AppError {
  const message = 'A ZIP is made while it is sent, so no part of it can be asked for. Please ask for the whole of it.';
  return new AppError(416, 'RANGE_NOT_SATISFIABLE', message);
}

function presentDeliverable(row: ApprovedRow): DeliverableView {
  const { imageId, momentId, momentTitle, version, extension, width, height, bytes, approvedBy, decidedAt } = row;
  return {
    imageId,
    momentId,
    momentTitle,
    version,
    name: photoName(row.place, row.title),
    extension,
    width,
    height,
    bytes,
    thumbnailUrl: mediaUrl(imageKeys(row.fileId, extension).thumbnail),
    ...pick(row, IMAGE_TEXTS),
    approvedBy,
    approvedAt: decidedAt?.toISOString() ?? null,
    findings: findingsOf(row),
    captionOutdated: row.captionOutdated,
    isNew: row.deliveredVersion !== version,
  };
}

/** The photos with their file names; if they are of several moments, in one folder per moment. */
function chosenPhotos(photos: DeliverPhotoBody[], rows: Map<string, ApprovedRow>): ChosenPhoto[] {
  const once = [...new Map(photos.map((photo) => [photo.imageId, photo])).values()];
  const found = once.flatMap(({ imageId }) => rows.get(imageId) ?? []);
  const moments = new Map(found.map(({ momentId, momentTitle }) => [momentId, momentTitle]));
  const titles = unique([...moments.values()].map((title) => slugOf(title) || 'photos'));
  const folders = new Map([...moments.keys()].map((momentId, index) => [momentId, `${titles[index]}/`]));
  const paths = once.map(({ imageId, name = '' }, index) => {
    const row = rows.get(imageId);
    const folder = row && moments.size > 1 ? folders.get(row.momentId)! : '';
    return folder + (slugOf(name) || photoName(row?.place ?? index + 1, row?.title ?? ''));
  });
  const names = unique(paths);
  return once.map(({ imageId, version }, index) => {
    const row = rows.get(imageId);
    const { momentId = '', clientId = '' } = row ?? {};
    return { imageId, version: version ?? row?.version ?? 0, momentId, clientId, path: names[index]! };
  });
}

/**
 * The title of the ZIP: moment and client; only the client, for several moments; a general one, for several clients.
 */
function titleOf(rows: ApprovedRow[]): string {
  const [first] = rows;
  const isOne = (of: 'momentId' | 'business') => rows.every((row) => row[of] === first![of]);
  if (isOne('momentId')) return `${first!.momentTitle} - ${first!.business}`;
  return `${isOne('business') ? first!.business : 'Photos'} ${new Date().toISOString().slice(0, 10)}`;
}
