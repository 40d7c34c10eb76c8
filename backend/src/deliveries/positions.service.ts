import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { getRowFor } from '../access/look-ups.js';
import type { PositionView } from '../contract/deliveries.js';
import { Image } from '../images/image.entity.js';
import { readExif } from '../pictures/exif/read-exif.js';
import { ByteSource } from '../pictures/files/bytes.js';
import type { Extension } from '../pictures/picture-kind.js';
import { imageKeys } from '../platform/storage/keys.js';
import { contentOf, Storage } from '../platform/storage/storage.js';
import { positionText } from './photo-texts.js';

/** Reads from original files where photos were taken. */
@Injectable()
export class PositionsService {
  constructor(
    private readonly db: DataSource,
    private readonly storage: Storage,
  ) {}

  /** @throws AppError 404 */
  async getPosition(imageId: string, by: Actor): Promise<PositionView> {
    const { fileId, extension } = await getRowFor(by, this.db.manager, Image, imageId);
    const key = imageKeys(fileId, extension).original;
    const source = new ByteSource((at, length) => this.part(key, at, length));
    return { position: positionText((await readExif(extension as Extension, source)).position) };
  }

  /** A part of a file; empty if there is no such file. */
  private async part(key: string, at: number, length: number): Promise<Buffer> {
    const file = await this.storage.open(key, { start: at, end: at + length - 1 });
    return file ? contentOf(file) : Buffer.alloc(0);
  }
}
