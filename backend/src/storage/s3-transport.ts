import http from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';

/** How long the storage may be silent before it counts as unreachable: until it answers, and within an answer. */
export interface Patience {
  answerMs: number;
  /** Longer, because a slow visitor holds up the body. */
  bodyMs: number;
}

/** An answer to an upload. */
export interface PutAnswer {
  status: number;
  body: string;
}

// Shorter than any server keeps an idle connection, so that none is reused while the server closes it.
const IDLE_MS = 4000;

/** The HTTP of the S3 client with limits in time, which the client lacks; and an upload that streams. */
export function patientTransport(protocol: string, patience: Patience) {
  const base = protocol === 'https:' ? https : http;
  const agent = new base.Agent({ keepAlive: true, timeout: IDLE_MS });

  function request(options: http.RequestOptions, answered: (response: http.IncomingMessage) => void) {
    const sent = base.request({ ...options, agent, timeout: patience.answerMs }, (response) => {
      sent.setTimeout(patience.bodyMs);
      answered(response);
    });
    return sent.on('timeout', () => sent.destroy(new Error('the storage did not answer in time')));
  }

  function put(url: URL, headers: http.OutgoingHttpHeaders, source: Readable): Promise<PutAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request({ ...urlToHttpOptions(url), method: 'PUT', headers }, (response) => {
        const answer = text(response).then((body) => ({ status: response.statusCode ?? 0, body }));
        // An answer before the end of the file is a refusal: the rest need not be sent.
        answer.then(resolve, reject).finally(() => source.destroy());
      });
      pipeline(source, sent, (error) => error && reject(error));
      // The pipeline ends with the file; what goes wrong until the answer is told here.
      sent.on('error', reject);
    });
  }

  return { agent, put, request: request as typeof http.request };
}
