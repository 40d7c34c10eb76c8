import type { Request } from 'express';

/** A layer of Express's router, as far as it matters here. */
interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Methods of all routes at the path of a request, in capitals; none where it has no route. */
export function methodsAt({ app, path }: Request): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const routes = stack.filter((layer) => layer.route && layer.match(path)).map(({ route }) => route!);
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods).map((name) => name.toUpperCase())));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
