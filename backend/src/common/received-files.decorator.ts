import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import type { ReceivedFile } from './received-files.js';

function filesOf(context: ExecutionContext): ReceivedFile[] {
  const { locals } = context.switchToHttp().getResponse<Response>();
  return (locals['receivedFiles'] as ReceivedFile[] | undefined) ?? [];
}

/** The files that `ReceiveFiles` took in. */
export const Files = createParamDecorator((_data: unknown, context: ExecutionContext) => filesOf(context));

/** The one file that `ReceiveFiles` took in, if any. */
export const OptionalFile = createParamDecorator((_data: unknown, context: ExecutionContext) => filesOf(context)[0]);
