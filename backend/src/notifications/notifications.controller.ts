import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import {
  NotificationSettingsBody,
  NotificationsQuery,
  type NotificationSettings,
  type NotificationView,
  type UnreadCount,
} from '../contract/notifications.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { NotificationsService } from './notifications.service.js';

@ApiTags('notifications')
@Controller('api')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('notifications')
  @Can('account.use')
  @Operation('List the own notifications, the newest first')
  async list(
    @By() by: StaffActor,
    @Query() query: NotificationsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationView[]> {
    return sendPage(response, await this.notifications.list(by, query));
  }

  @Get('notifications/unread')
  @Can('account.use')
  @Operation('Count the own notifications that are unread')
  countUnread(@By() by: StaffActor): Promise<UnreadCount> {
    return this.notifications.countUnread(by);
  }

  @Post('notifications/read-all')
  @Can('account.use')
  @Operation('Mark all own notifications as read')
  @HttpCode(204)
  markAllRead(@By() by: StaffActor): Promise<void> {
    return this.notifications.markAllRead(by);
  }

  @Post('notifications/:id/read')
  @Can('account.use')
  @Operation('Mark a notification as read')
  @HttpCode(204)
  markRead(@Id('Notification') id: string, @By() by: StaffActor): Promise<void> {
    return this.notifications.markRead(by, id);
  }

  @Post('notifications/:id/unread')
  @Can('account.use')
  @Operation('Mark a notification as unread; one that came since about the same is merged with it')
  @HttpCode(204)
  markUnread(@Id('Notification') id: string, @By() by: StaffActor): Promise<void> {
    return this.notifications.markUnread(by, id);
  }

  @Get('user/notifications')
  @Can('account.use')
  @Operation('Get how the signed-in member of staff is notified')
  settings(@By() by: StaffActor): Promise<NotificationSettings> {
    return this.notifications.settings(by);
  }

  @Patch('user/notifications')
  @Can('account.use')
  @Operation('Change how the signed-in member of staff is notified')
  changeSettings(@By() by: StaffActor, @Body() body: NotificationSettingsBody): Promise<NotificationSettings> {
    return this.notifications.changeSettings(by, body);
  }

  @Post('clients/:id/follow')
  @Can('account.use')
  @Operation('Follow a client')
  @HttpCode(204)
  follow(@Id('Client') id: string, @By() by: StaffActor): Promise<void> {
    return this.notifications.follow(by, id);
  }

  @Delete('clients/:id/follow')
  @Can('account.use')
  @Operation('Follow a client no more')
  @HttpCode(204)
  unfollow(@Id('Client') id: string, @By() by: StaffActor): Promise<void> {
    return this.notifications.unfollow(by, id);
  }
}
