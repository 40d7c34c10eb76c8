declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  /** An S3 server that keeps its buckets in a directory; the part of its API that the tests use. */
  export default class S3rver {
    constructor(options: { address: string; port: number; directory: string; silent: boolean; vhostBuckets: boolean });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    /** Its files. */
    readonly store: { deleteObject(bucket: string, key: string): Promise<void> };
  }
}
