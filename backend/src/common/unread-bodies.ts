import type { RequestHandler } from 'express';

/**
 * Closes connections on which the rest of a request does not come within that time after its answer. Unread bodies that
 * drip would otherwise hold them as long as an upload may take.
 */
export function closeUnread({ afterMs }: { afterMs: number }): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      if (request.complete) return;
      const linger = setTimeout(() => request.socket.destroy(), afterMs).unref();
      request.once('end', () => clearTimeout(linger));
      request.once('close', () => clearTimeout(linger));
    });
    next();
  };
}
