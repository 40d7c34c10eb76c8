declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  interface Store {
    deleteObject(bucket: string, key: string): Promise<void>;
    putObject(object: { bucket: string; key: string }): Promise<{ size: number }>;
    /** The path of an object's file. */
    getResourcePath(bucket: string, key: string, resource: 'object'): string;
  }

  /** An S3 server that keeps its buckets in a directory; the part of its API that the tests use. */
  export default class S3rver {
    constructor(options: { address: string; port: number; directory: string; silent: boolean; vhostBuckets: boolean });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
    /** Its files. */
    readonly store: Store;
  }
}
