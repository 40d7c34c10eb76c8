import { SetMetadata } from '@nestjs/common';

export const PUBLIC = 'public';

/** Marks a route that needs no staff session; without it every route does. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);
