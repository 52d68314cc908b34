import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** CBOR (RFC 8949) of the few values that a passkey sends: integers, bytes, texts and maps. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** What a test may change, to act as a passkey that is wrong in one way. */
interface Wrong {
  /** Where the browser says that it is. */
  origin?: string;
  /** The site that the passkey signs for. */
  rpId?: string;
  /** false: finger, face or PIN were not checked. */
  isVerified?: boolean;
  /** The counter, in place of the next number. */
  count?: number;
}

/** A passkey in software: ES256 (P-256), with a counter. */
export class SoftwarePasskey {
  readonly id = randomBytes(20).toString("base64url");
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  count: number;

  /** @param count where the counter begins; "none" for a passkey that does not count */
  constructor(
    readonly origin: string,
    private readonly counts: "counts" | "none" = "counts",
  ) {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
    this.count = 0;
  }

  #client(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data(flags: number, { rpId, isVerified = true, count }: Wrong): Buffer {
    if (this.counts === "counts") this.count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count ?? this.count);
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([hash(rpId ?? new URL(this.origin).hostname), Buffer.from([all]), counter]);
  }

  /** As `navigator.credentials.create`. @returns the answer as JSON */
  create(options: { challenge: string }, wrong: Wrong = {}): string {
    const { x, y } = this.#publicKey.export({ format: "jwk" });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, "base64url")],
      [-3, Buffer.from(y!, "base64url")],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const authData = Buffer.concat([this.#data(HAS_CREDENTIAL, wrong), credential]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const client = this.#client("webauthn.create", options.challenge, wrong.origin ?? this.origin);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
      clientExtensionResults: {},
    });
  }

  /** As `navigator.credentials.get`. @returns the answer as JSON */
  get(options: { challenge: string }, wrong: Wrong = {}): string {
    const authData = this.#data(0, wrong);
    const client = this.#client("webauthn.get", options.challenge, wrong.origin ?? this.origin);
    const signature = sign("sha256", Buffer.concat([authData, hash(client)]), this.#privateKey);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
      },
      clientExtensionResults: {},
    });
  }
}
