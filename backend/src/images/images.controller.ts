import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Patch,
  Post,
  Query,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser, Staff } from '../auth/current-user.decorator.js';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { mapPage, sendPage } from '../common/paging.js';
import { Files, OptionalFile } from '../common/received-files.decorator.js';
import { ReceiveFiles, type ReceivedFile } from '../common/received-files.js';
import { UpdateImageBody, UploadBody, type ImageView } from '../contract/images.js';
import { IMAGE_MAX_BYTES, IMAGES_PER_MOMENT } from '../contract/limits.js';
import { PageQuery } from '../contract/paging.js';
import type { Actor } from '../history/history.service.js';
import type { User } from '../users/user.entity.js';
import { presentImage } from './image.present.js';
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
  ) {}

  @Get('moments/:id/images')
  async list(
    @Id('Moment') momentId: string,
    @Query() page: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImageView[]> {
    return sendPage(response, mapPage(await this.images.ofMoment(momentId, page), presentImage));
  }

  @Post('upload')
  @UseInterceptors(Images)
  @ApiConsumes('multipart/form-data')
  upload(
    @Body() body: UploadBody,
    @Files() files: ReceivedFile[],
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentUser() user: User,
  ): Promise<ImageView[]> {
    return this.uploads.add({ ...body, files, idempotencyKey, user });
  }

  @Post('moments/:id/add-images')
  @UseInterceptors(Images)
  @ApiConsumes('multipart/form-data')
  add(
    @Id('Moment') momentId: string,
    @NoFields() _none: void,
    @Files() files: ReceivedFile[],
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentUser() user: User,
  ): Promise<ImageView[]> {
    return this.uploads.add({ momentId, files, idempotencyKey, user });
  }

  @Patch('images/:id')
  edit(@Id('Image') id: string, @Body() body: UpdateImageBody, @Staff() by: Actor): Promise<ImageView> {
    return this.images.edit(id, body, by);
  }

  @Post('images/:id/resubmit')
  @HttpCode(200)
  resubmit(@Id('Image') id: string, @NoFields() _none: void, @Staff() by: Actor): Promise<ImageView> {
    return this.images.resubmit(id, by);
  }

  @Post('images/:id/resubmit/undo')
  @HttpCode(200)
  undoResubmit(@Id('Image') id: string, @NoFields() _none: void, @Staff() by: Actor): Promise<ImageView> {
    return this.images.undoResubmit(id, by);
  }

  @Post('images/:id/replace')
  @HttpCode(200)
  @UseInterceptors(OneImage)
  @ApiConsumes('multipart/form-data')
  replace(
    @Id('Image') id: string,
    @NoFields() _none: void,
    @OptionalFile() file: ReceivedFile | undefined,
    @Staff() by: Actor,
  ): Promise<ImageView> {
    return this.images.replace(id, file, by);
  }

  @Delete('images/:id')
  @HttpCode(204)
  delete(@Id('Image') id: string, @Staff() by: Actor): Promise<void> {
    return this.images.delete(id, by);
  }
}
