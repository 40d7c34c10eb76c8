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
import { counted, runCommand, type Command } from './command.js';

const USAGE = 'Usage: npm run verify -- [--key URL|FILE] CERTIFICATE [FILES…]';
const KEY_DEADLINE_MS = 20_000;

/**
 * `npm run verify -- [--key URL|FILE] CERTIFICATE [FILES…]`: checks a certificate, and whether files are those that it names.
 * Needs no database, and no network unless the key is at an address. Exits with 1 if anything differs.
 */
async function verify({ print, pathOf }: Command): Promise<number> {
  const { certificate, files, key } = requested();
  const known = key === undefined ? [] : await keysOf(key, pathOf);
  const text = await reading(certificate, (path) => readFile(path, 'utf8'), pathOf);
  const { claims, keyId, isKnown } = await verifyCertificate(text, known).catch((error: unknown) => {
    throw error instanceof CertificateError ? new OperatorError(error.message) : error;
  });
  print(`The signature is right. ${CERTIFICATE_NOTE}`);
  print(
    `Issued by ${shortenSentence(claims.iss)} on ${new Date(claims.iat * 1000).toISOString()}: ${counted(claims.photos.length, 'photo')}`,
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

/** Prints what became of each file. @returns whether all are as they were delivered */
async function compare({ claims, files, print, pathOf }: Comparison): Promise<boolean> {
  if (files.length === 0) {
    print('No files were given, so none was compared');
    return true;
  }
  const given: { name: string; sha256: string }[] = [];
  for (const name of files) given.push({ name, sha256: await reading(name, digestOf, pathOf) });
  const { matching, changed, unknown, missing } = compareFiles(claims, given);
  for (const { name, photo } of matching) print(`${name}: ${approvalOf(photo)}`);
  for (const { name, photo } of changed)
    print(`${name}: CHANGED; it is not the file ${shortenSentence(photo.file)} that was delivered`);
  for (const name of unknown) print(`${name}: NOT CERTIFIED; no photo of this certificate is this file`);
  for (const { file } of missing)
    print(`${shortenSentence(file)}: MISSING; it was delivered, and is not among the files`);
  return changed.length + unknown.length + missing.length === 0;
}

/** Who signed has written these texts, and may want them to be read as something else. */
function approvalOf({ approvedBy, approvedAt, version }: CertifiedPhoto): string {
  return `as approved by ${shortenSentence(approvedBy)} on ${shortenSentence(approvedAt)}, version ${shortenSentence(String(version))}`;
}

function requested(): { certificate: string; files: string[]; key: string | undefined } {
  try {
    const options = { key: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true });
    const [certificate, ...files] = positionals;
    if (certificate) return { certificate, files, key: values.key };
  } catch {
    // Another option: there is none.
  }
  throw new OperatorError(USAGE);
}

/** The keys of a JWKS, or one key. */
async function keysOf(from: string, pathOf: Command['pathOf']): Promise<PublicKey[]> {
  const text = /^https?:/iu.test(from)
    ? await fetched(from)
    : await reading(from, (path) => readFile(path, 'utf8'), pathOf);
  try {
    const given = JSON.parse(text) as { keys?: PublicKey[] } & PublicKey;
    return given.keys ?? [given];
  } catch {
    throw new OperatorError(`There are no keys at ${from}: it must be JSON, such as /api/certificate-keys answers`);
  }
}

async function fetched(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(KEY_DEADLINE_MS) });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    return await answer.text();
  } catch (error) {
    throw new OperatorError(`The keys at ${address} cannot be read: ${messageOf(error)}`);
  }
}

async function reading<T>(name: string, read: (path: string) => Promise<T>, pathOf: Command['pathOf']): Promise<T> {
  try {
    return await read(pathOf(name));
  } catch (error) {
    throw new OperatorError(`${name} cannot be read: ${messageOf(error)}`);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

await runCommand(verify);
