import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { ApplySectionBody, type ProfileView } from '../contract/profile.js';
import type { Section } from '../contract/statuses.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { ProfileService } from './profile.service.js';
import { SectionName } from './section-name.decorator.js';

@ApiTags('gmb-optimizations')
@Controller('api/gmb-optimizations/:id')
export class ProfileController {
  constructor(private readonly profile: ProfileService) {}

  @Get('profile')
  @Can('review.read')
  @Operation('Get what the client approved, as it goes to Google and to a website')
  get(@Id('Optimization') id: string, @By() by: StaffActor): Promise<ProfileView> {
    return this.profile.get(id, by);
  }

  @Put('applied/:section')
  @Can('review.deliver')
  @Operation('Note that an approved section was put where it belongs', {
    errors: ['SECTION_NOT_APPROVED', 'SECTION_CHANGED'],
  })
  apply(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @Body() body: ApplySectionBody,
    @By() by: StaffActor,
  ): Promise<ProfileView> {
    return this.profile.apply(id, section, body, by);
  }

  @Delete('applied/:section')
  @Can('review.deliver')
  @Operation('Take back that a section was put where it belongs')
  takeBack(
    @Id('Optimization') id: string,
    @SectionName() section: Section,
    @By() by: StaffActor,
  ): Promise<ProfileView> {
    return this.profile.undoApply(id, section, by);
  }
}
