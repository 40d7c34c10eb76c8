import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { CERTIFICATE_NOTE, type CertifiedPhoto } from '../contract/certificates.js';
import { CertificateError, compareFiles, verifyCertificate, type PublicKey } from '../contract/verify-certificate.js';
import { messageOf, OperatorError } from '../platform/operator-error.js';
import { shortenSentence } from '../platform/sanitize-text.js';
import { formatCount, runCommand, type Command } from './command.js';

const USAGE = 'Usage: npm run verify -- [--key URL|FILE] CERTIFICATE [FILES…]';
const KEY_DEADLINE_MS = 20_000;

/**
 * `npm run verify -- [--key URL|FILE] CERTIFICATE [FILES…]`: checks a certificate, and whether files match it. It
 * needs no database, and a network only if the key is given as a URL. Exits with 1 if anything differs.
 */
async function verify({ print, pathOf }: Command): Promise<number> {
  const { certificate, files, key } = parseArguments();
  const known = key === undefined ? [] : await readKeys(key, pathOf);
  const text = await readNamed(certificate, (path) => readFile(path, 'utf8'), pathOf);
  const { claims, keyId, isKnown } = await verifyCertificate(text, known).catch((error: unknown) => {
    throw error instanceof CertificateError ? new OperatorError(error.message) : error;
  });
  print(`The signature is right. ${CERTIFICATE_NOTE}`);
  print(
    `Issued by ${shortenSentence(claims.iss)} on ${new Date(claims.iat * 1000).toISOString()}: ${formatCount(claims.photos.length, 'photo')}`,
  );
  if (isKnown) print(`Signed with the key ${keyId}, which ${key} has`);
  else if (key === undefined)
    print(`Signed with the key ${keyId}, which came with the certificate: give --key to check whose it is`);
  else print(`Signed with the key ${keyId}, which ${key} does not have: somebody else signed it`);
  const areAllRight = await compare({ claims, files, print, pathOf });
  return areAllRight && (isKnown || key === undefined) ? 0 : 1;
}

type Comparison = Pick<Command, 'print' | 'pathOf'> & {
  claims: Parameters<typeof compareFiles>[0];
  files: string[];
};

/** Prints the result for each file. @returns whether all are as they were delivered */
async function compare({ claims, files, print, pathOf }: Comparison): Promise<boolean> {
  if (files.length === 0) {
    print('No files were given, so none was compared');
    return true;
  }
  const given: { name: string; sha256: string }[] = [];
  for (const name of files) given.push({ name, sha256: await readNamed(name, sha256Of, pathOf) });
  const { matching, changed, unknown, missing } = compareFiles(claims, given);
  for (const { name, photo } of matching) print(`${name}: ${approvalInWords(photo)}`);
  for (const { name, photo } of changed)
    print(`${name}: CHANGED; it is not the file ${shortenSentence(photo.file)} that was delivered`);
  for (const name of unknown) print(`${name}: NOT CERTIFIED; no photo of this certificate is this file`);
  for (const { file } of missing)
    print(`${shortenSentence(file)}: MISSING; it was delivered, and is not among the files`);
  return changed.length + unknown.length + missing.length === 0;
}

/**
 * Returns the approval in words. The texts are sanitized, because whoever signed the certificate has written them.
 */
function approvalInWords({ approvedBy, approvedAt, version }: CertifiedPhoto): string {
  return `as approved by ${shortenSentence(approvedBy)} on ${shortenSentence(approvedAt)}, version ${shortenSentence(String(version))}`;
}

function parseArguments(): { certificate: string; files: string[]; key: string | undefined } {
  try {
    const options = { key: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
    const [certificate, ...files] = positionals;
    if (certificate) return { certificate, files, key: values.key };
  } catch {
    // An unknown option.
  }
  throw new OperatorError(USAGE);
}

/** Reads the keys of a JWKS, or a single key, from a URL or file. */
async function readKeys(from: string, pathOf: Command['pathOf']): Promise<PublicKey[]> {
  const text = /^https?:/iu.test(from)
    ? await fetchText(from)
    : await readNamed(from, (path) => readFile(path, 'utf8'), pathOf);
  try {
    const given = JSON.parse(text) as { keys?: PublicKey[] } & PublicKey;
    return given.keys ?? [given];
  } catch {
    throw new OperatorError(`There are no keys at ${from}: it must be JSON, such as /api/certificate-keys answers`);
  }
}

async function fetchText(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(KEY_DEADLINE_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return await answer.text();
  } catch (error) {
    throw new OperatorError(`The keys at ${address} cannot be read: ${messageOf(error)}`);
  }
}

async function readNamed<T>(name: string, read: (path: string) => Promise<T>, pathOf: Command['pathOf']): Promise<T> {
  try {
    return await read(pathOf(name));
  } catch (error) {
    throw new OperatorError(`${name} cannot be read: ${messageOf(error)}`);
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

await runCommand(verify);
