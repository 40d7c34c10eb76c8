import { Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { fromEvent } from 'rxjs';
import { Id } from '../common/id.decorator.js';
import { NoFields } from '../common/no-fields.decorator.js';
import { accepted, wantsAsync } from '../common/prefer.js';
import type { CaptionJobStarted, CaptionRunStarted, CaptionRunView } from '../contract/captions.js';
import type { ImageView } from '../contract/images.js';
import { MomentsService } from '../moments/moments.service.js';
import { CaptionsService } from './captions.service.js';

@ApiTags('captions')
@Controller('api')
export class CaptionsController {
  constructor(
    private readonly captions: CaptionsService,
    private readonly moments: MomentsService,
  ) {}

  @Post('moments/:id/generate-captions')
  @HttpCode(202)
  generate(@Id('Moment') momentId: string, @NoFields() _none: void): Promise<CaptionRunStarted> {
    return this.captions.generate(momentId);
  }

  @Get('moments/:id/caption-run')
  async current(@Id('Moment') momentId: string, @Res() response: Response): Promise<void> {
    // Nest would send an empty body for null, which is not JSON.
    const { id }: { id: string } = await this.moments.get(momentId);
    response.json((await this.captions.current(id)) satisfies CaptionRunView | null);
  }

  @Post('images/:id/regenerate')
  @HttpCode(200)
  @ApiHeader({ name: 'Prefer', description: 'respond-async answers 202 at once', required: false })
  async regenerate(
    @Id('Image') imageId: string,
    @NoFields() _none: void,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImageView | CaptionJobStarted> {
    return wantsAsync(prefer)
      ? accepted(response, await this.captions.regenerate(imageId))
      : this.captions.regenerateAndWait(imageId, fromEvent(response, 'close'));
  }
}
