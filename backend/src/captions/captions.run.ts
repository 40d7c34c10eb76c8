import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { aiActor } from '../access/actor.js';
import { Ai, type CaptionDraft } from '../ai/ai.js';
import { Client } from '../clients/client.entity.js';
import type { Config } from '../config.js';
import { CAPTION_FIELDS, missingCaptionFields, type CaptionField } from '../contract/image-fields.js';
import { pick } from '../contract/record-fields.js';
import { Image } from '../images/image.entity.js';
import { findImageRow, type ImageRow } from '../images/images.queries.js';
import { saveImage } from '../images/save-image.js';
import { Moment } from '../moments/moment.entity.js';
import { notifyOfFailures } from '../notifications/topics/run.js';
import { CONFIG } from '../platform/config.module.js';
import { sanitizeJson } from '../platform/sanitize-text.js';
import { Storage } from '../platform/storage/storage.js';
import { reason, type Reason } from '../runs/reason.js';
import type { Run } from '../runs/run.entity.js';
import {
  type ItemEnd,
  type ItemInput,
  type LoadedItem,
  type Outcome,
  type RunAndItem,
  type RunHandler,
  type RunKind,
} from '../runs/run-kind.js';
import { captionInput, type CaptionSource } from './caption-input.js';

/** A run writes captions of a moment's images; the key of an item is the image's id. */
export const CAPTIONS: RunKind<CaptionsPayload, CaptionItemPayload> = {
  name: 'captions',
  subject: Moment,
  attempts: 3,
  ended: (manager, run) => notifyOfFailures(manager, run),
};

/** `missing` writes the empty fields of a moment's images; `rewrite` writes all four fields of one image. */
export interface CaptionsPayload {
  mode: 'missing' | 'rewrite';
}

/** What staff ask the AI for; `''` for nothing. Missing in runs of earlier versions. */
export interface CaptionItemPayload {
  instruction?: string;
}

type CaptionsRun = Run<CaptionsPayload>;
type CaptionsItem = RunAndItem<CaptionsPayload, CaptionItemPayload>;
type LoadedCaption = LoadedItem<CaptionsPayload, CaptionItemPayload, CaptionSource>;

/** An approved image keeps the caption that the client approved. */
export const IMAGE_APPROVED = reason('IMAGE_APPROVED', 'The caption of an approved image is not generated again.');
const DELETED = reason('NOT_FOUND', 'Image not found');
const COMPLETE = reason('IMAGE_CHANGED', 'The caption is complete already, so none was written.');
const EDITED = reason('IMAGE_CHANGED', 'The caption was edited meanwhile, so the new one was dropped.');
// Shown to staff after the last attempt.
const MOVED = reason(
  'IMAGE_CHANGED',
  'The moment was moved to another client again and again while its captions were drafted.',
);
const REPLACED = reason('IMAGE_CHANGED', 'The picture was replaced again and again while its caption was drafted.');

/** Drafts captions with the AI, and saves the fields that staff did not change meanwhile. */
@Injectable()
export class CaptionsHandler implements RunHandler<CaptionsPayload, CaptionItemPayload, CaptionSource, CaptionDraft> {
  readonly concurrency: number;

  constructor(
    private readonly db: DataSource,
    private readonly ai: Ai,
    private readonly storage: Storage,
    @Inject(CONFIG) config: Config,
  ) {
    this.concurrency = config.captionsPerMoment;
  }

  async load({ run, item }: CaptionsItem): Promise<ItemInput<CaptionSource> | { skip: Reason }> {
    const { manager } = this.db;
    const image = await findImageRow(manager, item.key);
    const moment = await manager.findOneBy(Moment, { id: run.subjectId });
    const client = moment && (await manager.findOneBy(Client, { id: moment.clientId }));
    if (!image || !client) return { skip: DELETED };
    const refusal = refusalOf(run, image);
    if (refusal) return { skip: refusal };
    const failureText = `The caption of ${image.fileName} could not be written`;
    return { input: { image, client }, failureText, where: `image ${item.key}` };
  }

  async perform({ item, input }: LoadedCaption, signal: AbortSignal): Promise<CaptionDraft> {
    return this.ai.draftCaption(await captionInput(this.storage, input, item.payload.instruction ?? ''), signal);
  }

  /**
   * Checks in this order what changed while the AI worked: the image was deleted (skip); the picture was replaced
   * (retry); the image was approved or its caption completed (skip); the moment has another client (retry). Otherwise
   * records the AI's failure, or writes its draft.
   */
  async save(
    manager: EntityManager,
    { run, item, input: { image: seen, client } }: LoadedCaption,
    outcome: Outcome<CaptionDraft>,
  ): Promise<ItemEnd> {
    const image = await manager.findOneBy(Image, { id: item.key });
    if (!image) return { state: 'skipped', reason: DELETED };
    // The AI saw another picture.
    if (image.fileId !== seen.fileId) return { state: 'retry', reason: REPLACED };
    const refusal = refusalOf(run, image);
    if (refusal) return { state: 'skipped', reason: refusal };
    // The AI's input described another business.
    const moment = await manager.findOneBy(Moment, { id: run.subjectId, clientId: client.id });
    if (!moment) return { state: 'retry', reason: MOVED };
    if ('failure' in outcome) return { state: 'failed', reason: outcome.failure };
    const { provider } = outcome.output;
    const caption = sanitizeJson(outcome.output.caption);
    const fields = run.payload.mode === 'missing' ? missingCaptionFields(image) : untouchedFields(image, seen);
    if (fields.length === 0) return { state: 'skipped', reason: EDITED };
    const by = aiActor(provider);
    const { changes, isChanged } = image.writeCaption(pick(caption, fields), by);
    if (isChanged) {
      image.captionProvider = provider;
      const feedback = item.payload.instruction ?? '';
      await saveImage(manager, image, by, { action: 'image.captioned', changes, feedback });
    }
    return { state: 'done' };
  }
}

/** Why a run must not write the caption of an image; `null` if it may. */
function refusalOf({ payload }: CaptionsRun, image: ImageRow): Reason | null {
  if (image.status === 'approved') return IMAGE_APPROVED;
  return payload.mode === 'missing' && missingCaptionFields(image).length === 0 ? COMPLETE : null;
}

function untouchedFields(image: ImageRow, seen: ImageRow): CaptionField[] {
  return CAPTION_FIELDS.filter((field) => image[field] === seen[field]);
}
