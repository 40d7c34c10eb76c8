import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { OutboxModule } from '../mail/outbox.js';
import { SignedTokensModule } from '../platform/tokens/signed-tokens.js';
import { UsersModule } from '../users/users.module.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { PasswordLinksController } from './password-links.controller.js';
import { PasswordLinksService } from './password-links.service.js';

/** Invitations of colleagues, and new passwords for forgotten ones. */
@Module({
  imports: [AuthModule, UsersModule, SignedTokensModule, OutboxModule],
  controllers: [InvitationsController, PasswordLinksController],
  providers: [InvitationsService, PasswordLinksService],
})
export class PasswordLinksModule {}
