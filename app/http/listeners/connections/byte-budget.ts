/** Each piece's objects take memory too: a body sent byte by byte holds far more than its length. */
const PIECE_BYTES = 256;

/**
 * Limits how much memory something holds that clients send (bodies being read, requests without an answer), all together and
 * for one address. Bytes are counted as they come in and given back when the request is answered.
 */
export class ByteBudget {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byAddress = new Map<string, number>();
  #held = 0;

  /** @param most bytes of all @param mostOfOne bytes of one address */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  get held(): number {
    return this.#held;
  }

  /** @returns the account of one request; `giveBack` must be called once it is answered */
  open(address: string): { take(bytes: number): boolean; giveBack(): void } {
    let taken = 0;
    return {
      take: (bytes) => {
        const more = bytes + PIECE_BYTES;
        const ofAddress = this.#byAddress.get(address) ?? 0;
        if (this.#held + more > this.#most || ofAddress + more > this.#mostOfOne) return false;
        taken += more;
        this.#held += more;
        this.#byAddress.set(address, ofAddress + more);
        return true;
      },
      giveBack: () => {
        const left = (this.#byAddress.get(address) ?? 0) - taken;
        if (left > 0) this.#byAddress.set(address, left);
        else this.#byAddress.delete(address);
        this.#held -= taken;
        taken = 0;
      },
    };
  }
}
