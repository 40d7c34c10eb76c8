import { SetMetadata } from '@nestjs/common';

export const PUBLIC = 'public';
export const MAIN_HOST_ONLY = 'mainHostOnly';

/** Marks a route that needs no staff session; without it every route does. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);

/** Marks a public route that agency domains do not offer, such as the login. */
export const MainHostOnly = (): MethodDecorator & ClassDecorator => SetMetadata(MAIN_HOST_ONLY, true);
