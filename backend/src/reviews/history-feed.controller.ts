import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { HistoryFeedQuery, type HistoryFeedView } from '../contract/history-feed.js';
import { Operation, Query } from '../platform/http/operation.js';
import { HistoryFeedService } from './history-feed.service.js';

@ApiTags('history')
@Controller('api/history')
export class HistoryFeedController {
  constructor(private readonly feed: HistoryFeedService) {}

  @Get()
  @Can('review.read')
  @Operation('Read what happened to all moments and optimizations, oldest first', {
    errors: ['CURSOR_OUTDATED'],
    description:
      'Ask with `since` once, and from then on with the `cursor` of the last answer, at once while `hasMore`. Who follows the cursors reads every entry once, in whatever order entries are committed; an entry may take as long as the longest change that is under way. Entries of clients whom the caller has seen only since are not repeated. After a restore from a backup entries may come again, with the same `id`.',
  })
  read(@Query() query: HistoryFeedQuery, @By() by: StaffActor): Promise<HistoryFeedView> {
    return this.feed.read(query, by);
  }
}
