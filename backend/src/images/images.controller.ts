import { Controller, Delete, Get, Headers, HttpCode, Patch, Post, Put, Res, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Consumes, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { Files, OptionalFile, ReceiveFiles, type ReceivedFile } from '../platform/requests/receive-files.js';
import {
  IgnoreFindingBody,
  RestoreImageBody,
  UpdateImageBody,
  UploadBody,
  type ImageView,
} from '../contract/images.js';
import { IMAGE_MAX_BYTES, IMAGES_PER_MOMENT } from '../contract/limits.js';
import { DuplicateMomentBody, OrderImagesBody, type MomentView } from '../contract/moments.js';
import { ReplyBody, ResubmitBody } from '../contract/rounds.js';
import { PageQuery } from '../contract/paging.js';
import { MomentCopiesService } from './moment-copies.service.js';
import { ImageOrderService } from './image-order.service.js';
import { ImagesService } from './images.service.js';
import { UploadsService } from './uploads.service.js';

const Images = ReceiveFiles({ field: 'images', maxFiles: IMAGES_PER_MOMENT, maxBytes: IMAGE_MAX_BYTES });
const OneImage = ReceiveFiles({ field: 'image', maxFiles: 1, maxBytes: IMAGE_MAX_BYTES });

@ApiTags('images')
@Controller('api')
export class ImagesController {
  constructor(
    private readonly images: ImagesService,
    private readonly uploads: UploadsService,
    private readonly order: ImageOrderService,
    private readonly copies: MomentCopiesService,
  ) {}

  @Get('moments/:id/images')
  @Can('review.read')
  @Operation('List the images of a moment')
  async list(
    @Id('Moment') momentId: string,
    @Query() page: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImageView[]> {
    return sendPage(response, await this.images.list(momentId, page, by));
  }

  @Put('moments/:id/order')
  @Can('review.edit')
  @Operation('Put the images of a moment into another order', { errors: ['ORDER_OUTDATED'] })
  reorder(@Id('Moment') momentId: string, @Body() body: OrderImagesBody, @By() by: StaffActor): Promise<ImageView[]> {
    return this.order.reorder(momentId, body.imageIds, by);
  }

  @Post('moments/:id/duplicate')
  @Can('review.edit')
  @Operation('Make a new moment with copies of the photos and captions of another', {
    errors: ['FILE_MISSING', 'IDEMPOTENCY_KEY_REUSED'],
  })
  duplicate(
    @Id('Moment') momentId: string,
    @Body() body: DuplicateMomentBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @By() by: StaffActor,
  ): Promise<MomentView> {
    return this.copies.copyOnce({ ...body, momentId, idempotencyKey, by });
  }

  @Post('upload')
  @Can('review.edit')
  @Operation('Upload images to a moment', {
    errors: ['NO_FILES', 'NOT_FOUND', 'MOMENT_FULL', 'IDEMPOTENCY_KEY_REUSED', 'IMAGES_DELETED'],
  })
  @UseInterceptors(Images)
  @Consumes('multipart/form-data')
  upload(
    @Body() body: UploadBody,
    @Files() files: ReceivedFile[],
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @By() by: StaffActor,
  ): Promise<ImageView[]> {
    return this.uploads.add({ ...body, files, idempotencyKey, by });
  }

  @Post('moments/:id/add-images')
  @Can('review.edit')
  @Operation('Add images to a moment', {
    errors: ['NO_FILES', 'MOMENT_FULL', 'IDEMPOTENCY_KEY_REUSED', 'IMAGES_DELETED'],
  })
  @UseInterceptors(Images)
  @Consumes('multipart/form-data')
  add(
    @Id('Moment') momentId: string,
    @Files() files: ReceivedFile[],
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @By() by: StaffActor,
  ): Promise<ImageView[]> {
    return this.uploads.add({ momentId, files, idempotencyKey, by });
  }

  @Patch('images/:id')
  @Can('review.edit')
  @Operation("Change an image's caption or address", { errors: ['EDITED_MEANWHILE'] })
  edit(@Id('Image') id: string, @Body() body: UpdateImageBody, @By() by: StaffActor): Promise<ImageView> {
    return this.images.edit(id, body, by);
  }

  @Post('images/:id/restore')
  @Can('review.edit')
  @Operation('Write the texts again that an entry of the history replaced, as an edit', {
    errors: ['EDITED_MEANWHILE', 'NOTHING_TO_RESTORE'],
  })
  @HttpCode(200)
  restore(@Id('Image') id: string, @Body() body: RestoreImageBody, @By() by: StaffActor): Promise<ImageView> {
    return this.images.restore(id, body, by);
  }

  @Post('images/:id/resubmit')
  @Can('review.edit')
  @Operation('Put a rejected image before the client again', { errors: ['IMAGE_NOT_REJECTED'] })
  @HttpCode(200)
  resubmit(@Id('Image') id: string, @Body() body: ResubmitBody, @By() by: StaffActor): Promise<ImageView> {
    return this.images.resubmit(id, body, by);
  }

  @Put('images/:id/reply')
  @Can('review.edit')
  @Operation('Answer the rejection of an image', { errors: ['IMAGE_NOT_REJECTED'] })
  reply(@Id('Image') id: string, @Body() body: ReplyBody, @By() by: StaffActor): Promise<ImageView> {
    return this.images.reply(id, body, by);
  }

  @Post('images/:id/resubmit/undo')
  @Can('review.edit')
  @Operation('Take back a resubmission that is not decided yet', { errors: ['IMAGE_NOT_RESUBMITTED'] })
  @HttpCode(200)
  undoResubmit(@Id('Image') id: string, @By() by: StaffActor): Promise<ImageView> {
    return this.images.undoResubmit(id, by);
  }

  @Post('images/:id/replace')
  @Can('review.edit')
  @Operation("Replace an image's picture", { errors: ['NO_FILES'] })
  @HttpCode(200)
  @UseInterceptors(OneImage)
  @Consumes('multipart/form-data')
  replace(
    @Id('Image') id: string,
    @OptionalFile() file: ReceivedFile | undefined,
    @By() by: StaffActor,
  ): Promise<ImageView> {
    return this.images.replace(id, file, by);
  }

  @Put('images/:id/findings')
  @Can('review.edit')
  @Operation("Ignore something that was found about an image's picture, or bring it back")
  ignoreFinding(@Id('Image') id: string, @Body() body: IgnoreFindingBody, @By() by: StaffActor): Promise<ImageView> {
    return this.images.ignoreFinding(id, body, by);
  }

  @Delete('images/:id')
  @Can('review.edit')
  @Operation('Delete an image')
  @HttpCode(204)
  delete(@Id('Image') id: string, @By() by: StaffActor): Promise<void> {
    return this.images.delete(id, by);
  }
}
