import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { HostGuard } from './host.guard.js';
import { LocalStrategy } from './local.strategy.js';
import { LoginThrottle } from './login-throttle.js';
import { StaffGuard } from './staff.guard.js';

@Module({
  imports: [UsersModule],
  controllers: [AuthController],
  providers: [
    AuthService,
    LocalStrategy,
    LoginThrottle,
    { provide: APP_GUARD, useClass: HostGuard },
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
})
export class AuthModule {}
