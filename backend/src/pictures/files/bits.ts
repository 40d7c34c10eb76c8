/** Reads a stream of bits. */
export class Bits {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** An unsigned number of so many bits, at most 32. @throws RangeError behind the end */
  next(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new RangeError('the bits end before');
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** A number in Exp-Golomb code. @throws RangeError */
  golomb(): number {
    let zeros = 0;
    while (this.next(1) === 0) {
      zeros += 1;
      if (zeros > 32) throw new RangeError('no number of this code');
    }
    return 2 ** zeros - 1 + this.next(zeros);
  }
}
