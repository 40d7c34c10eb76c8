const HOST = 'Host: localhost\r\n';
const POST = `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

/** What a smuggled request would do, if anybody took it for a request: register somebody. */
export const SMUGGLED_EMAIL = 'smuggled@example.com';

/** A request that would add a member of staff, hidden in the body of another; the cookie is that of staff. */
function hidden(cookie: string): string {
  const body = JSON.stringify({ email: SMUGGLED_EMAIL, password: 'a password of some length' });
  const head = `POST /api/register HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Bytes that are no HTTP, or HTTP that two programs read in two ways; by what is wrong with them. */
export function malformedRequests(cookie: string): Record<string, string> {
  const smuggled = hidden(cookie);
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const whole = `0\r\n\r\n${smuggled}`;
  return {
    'no HTTP at all': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'an empty line and nonsense': '\r\n\r\n\x00\x00\x00\r\n\r\n',
    'another version': `GET / HTTP/9.9\r\n${HOST}\r\n`,
    'HTTP/0.9': 'GET /api/clients\r\n\r\n',
    'an unknown method': `GRAB /api/clients HTTP/1.1\r\n${HOST}\r\n`,
    'a method without end': `${'A'.repeat(100_000)} / HTTP/1.1\r\n${HOST}\r\n`,
    'a header without a name': `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`,
    'a space before the colon': `${POST}Content-Length : 5\r\n\r\nhello`,
    'a folded header': `GET / HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`,
    'a NUL in a header': `GET / HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`,
    'a carriage return in a header': `GET / HTTP/1.1\r\n${HOST}X: a\rY: b\r\n\r\n`,
    'a line feed alone': `GET / HTTP/1.1\n${HOST}X: a\nGET /api/clients HTTP/1.1\n\n`,
    'no host': 'GET /api/branding HTTP/1.1\r\n\r\n',
    'two hosts': `GET /api/branding HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`,
    'an address of another site': `GET http://evil.example/api/clients HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
    'a tunnel': `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n`,
    'an upgrade to nothing': `GET /api/clients HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    'a socket without a key': `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    'ten thousand headers': `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(10_000)}\r\n`,
    'an address of 100 kB': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`,
    'a negative length': `${POST}Content-Length: -1\r\n\r\n`,
    'a length in words': `${POST}Content-Length: five\r\n\r\nhello`,
    'a length with a sign': `${POST}Content-Length: +5\r\n\r\nhello`,
    'a length beyond all': `${POST}Content-Length: 99999999999999999999\r\n\r\n{}`,
    'two lengths': `${POST}Content-Length: 2\r\nContent-Length: ${smuggled.length + 2}\r\n\r\n{}${smuggled}`,
    'a length and chunks': `${POST}Content-Length: 5\r\n${chunked}\r\n${whole}`,
    'chunks and a length': `${POST}${chunked}Content-Length: ${whole.length}\r\n\r\n${whole}`,
    'chunks in disguise': `${POST}Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n\r\n${whole}`,
    'chunks twice': `${POST}${chunked}Transfer-Encoding: identity\r\n\r\n${whole}`,
    'chunks after a tab': `${POST}Transfer-Encoding:\tchunked\x0b\r\n\r\n${whole}`,
    'a chunk of a wrong length': `${POST}${chunked}\r\n2\r\n{"email":1}\r\n${whole}`,
    'a chunk of a negative length': `${POST}${chunked}\r\n-1\r\n${whole}`,
    'a chunk of an endless length': `${POST}${chunked}\r\nffffffffffffffffff\r\n${whole}`,
    'a chunk without its line end': `${POST}${chunked}\r\n2\r\n{}${whole}`,
    'a chunk with a long extension': `${POST}${chunked}\r\n2;${'x'.repeat(100_000)}\r\n{}\r\n${whole}`,
    'trailers without end': `${POST}${chunked}\r\n2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(10_000)}\r\n`,
    'a body where none belongs': `GET /api/branding HTTP/1.1\r\n${HOST}Content-Length: ${smuggled.length}\r\nConnection: close\r\n\r\n${smuggled}`,
  };
}
