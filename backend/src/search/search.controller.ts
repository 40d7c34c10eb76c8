import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { SearchQuery, type SearchView } from '../contract/search.js';
import { Operation, Query } from '../platform/http/operation.js';
import { SearchService } from './search.service.js';

@ApiTags('search')
@Controller('api/search')
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Get()
  @Can('review.read')
  @Operation('Find moments, clients, optimizations and agencies by a text')
  search(@Query() query: SearchQuery, @By() by: StaffActor): Promise<SearchView> {
    return this.service.search(query, by);
  }
}
