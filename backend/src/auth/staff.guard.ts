import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../common/errors.js';
import { PUBLIC } from './public.decorator.js';

/** Every route needs a staff session unless it is marked public. */
@Injectable()
export class StaffGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    // Sockets know their own visitors.
    if (context.getType() !== 'http') return true;
    const isPublic = this.reflector.getAllAndOverride<boolean>(PUBLIC, [context.getHandler(), context.getClass()]);
    if (isPublic || context.switchToHttp().getRequest<Request>().user) return true;
    throw new AppError(401, 'NOT_SIGNED_IN', 'Please sign in to do this.');
  }
}
