import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { UsersModule } from '../users/users.module.js';
import { UsersService } from '../users/users.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { HostGuard } from './host.guard.js';
import { LoginThrottle } from './login-throttle.js';
import { createPassport, PASSPORT } from './passport.js';
import { StaffGuard } from './staff.guard.js';

@Module({
  imports: [UsersModule],
  controllers: [AuthController],
  providers: [
    AuthService,
    { provide: PASSPORT, inject: [UsersService], useFactory: createPassport },
    LoginThrottle,
    { provide: APP_GUARD, useClass: HostGuard },
    { provide: APP_GUARD, useClass: StaffGuard },
  ],
})
export class AuthModule {}
