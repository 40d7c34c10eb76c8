import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser } from '../users/current-user.decorator.js';
import {
  NotificationSettingsBody,
  NotificationsQuery,
  type NotificationSettings,
  type NotificationView,
  type UnreadCount,
} from '../contract/notifications.js';
import { Id, Operation } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import type { User } from '../users/user.entity.js';
import { NotificationsService } from './notifications.service.js';

@ApiTags('notifications')
@Controller('api')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get('notifications')
  @Operation('List the own notifications, the newest first')
  async list(
    @CurrentUser() user: User,
    @Query() query: NotificationsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationView[]> {
    return sendPage(response, await this.notifications.list(user, query));
  }

  @Get('notifications/unread')
  @Operation('Count the own notifications that are unread')
  countUnread(@CurrentUser() user: User): Promise<UnreadCount> {
    return this.notifications.countUnread(user);
  }

  @Post('notifications/read-all')
  @Operation('Mark all own notifications as read')
  @HttpCode(204)
  markAllRead(@CurrentUser() user: User): Promise<void> {
    return this.notifications.markAllRead(user);
  }

  @Post('notifications/:id/read')
  @Operation('Mark a notification as read')
  @HttpCode(204)
  markRead(@Id('Notification') id: string, @CurrentUser() user: User): Promise<void> {
    return this.notifications.markRead(user, id);
  }

  @Post('notifications/:id/unread')
  @Operation('Mark a notification as unread; one that came since about the same is merged with it')
  @HttpCode(204)
  markUnread(@Id('Notification') id: string, @CurrentUser() user: User): Promise<void> {
    return this.notifications.markUnread(user, id);
  }

  @Get('user/notifications')
  @Operation('Get how the signed-in member of staff is notified')
  settings(@CurrentUser() user: User): Promise<NotificationSettings> {
    return this.notifications.settings(user);
  }

  @Patch('user/notifications')
  @Operation('Change how the signed-in member of staff is notified')
  changeSettings(@CurrentUser() user: User, @Body() body: NotificationSettingsBody): Promise<NotificationSettings> {
    return this.notifications.changeSettings(user, body);
  }

  @Post('clients/:id/follow')
  @Operation('Follow a client')
  @HttpCode(204)
  follow(@Id('Client') id: string, @CurrentUser() user: User): Promise<void> {
    return this.notifications.follow(user, id);
  }

  @Delete('clients/:id/follow')
  @Operation('Follow a client no more')
  @HttpCode(204)
  unfollow(@Id('Client') id: string, @CurrentUser() user: User): Promise<void> {
    return this.notifications.unfollow(user, id);
  }
}
