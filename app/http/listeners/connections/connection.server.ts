import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ByteBudget } from "./byte-budget";
import { clientKey } from "~/http/request/limits/client-key.server";

export interface LineLimits {
  /** With so many requests waiting, a connection is read no further until half of them have begun. */
  pausedFrom: number;
  /** Of all connections' requests without an answer, also of those that the last read before the pause has brought. */
  budget: ByteBudget;
}

/** Of Node's and our objects for a request that waits, beside its headers. */
const REQUEST_BYTES = 4096;
/** Of a body that came with its request before anybody reads it. */
const BODY_BYTES = 65_536;

interface Asked {
  req: IncomingMessage;
  res: ServerResponse;
  giveBack(): void;
}

/**
 * A connection whose requests are answered one after the other: the next one begins when the last answer has been sent. So however
 * many requests it sends at once, it holds at most one unread answer, and one place among all that wait.
 */
export class Connection {
  #current: Asked | null = null;
  #waiting: Asked[] = [];
  #isPaused = false;

  /**
   * @param address of the other end, which is the proxy's behind one
   * @param given.next answers a request @param given.refuse answers one for which there is no room
   * @param given.makeRoom closes a connection that holds more than this one @returns whether there is one
   * @param given.onIdle called when nothing is left to answer
   */
  constructor(
    readonly socket: Socket,
    readonly address: string,
    private readonly given: LineLimits & {
      next: RequestListener;
      refuse: RequestListener;
      makeRoom(connection: Connection): boolean;
      onIdle(connection: Connection): void;
    },
  ) {}

  /** Whether none of its requests waits for an answer. */
  get isIdle(): boolean {
    return this.#current === null && this.#waiting.length === 0;
  }

  /** How many requests it has beside the one that is being answered. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Bytes of answers that the client has not taken. */
  get unread(): number {
    return this.socket.writableLength;
  }

  /** Takes a request that came. */
  receive(req: IncomingMessage, res: ServerResponse): void {
    // One read may bring thousands: Node hands them all over, however early the connection is closed.
    if (this.socket.destroyed) return;
    const account = this.given.budget.open(clientKey(req));
    const asked = { req, res, giveBack: account.giveBack };
    const bytes = bytesOf(req);
    let hasRoom = account.take(bytes);
    while (!hasRoom && this.given.makeRoom(this)) hasRoom = account.take(bytes);
    if (this.isIdle) this.#begin(asked, hasRoom ? this.given.next : this.given.refuse);
    else if (hasRoom) this.#hold(asked);
    else this.socket.destroy();
  }

  /** To be called when its socket has closed: forgets all its requests. */
  forget(): void {
    for (const { giveBack } of this.#waiting) giveBack();
    this.#waiting = [];
    this.#current?.giveBack();
  }

  #begin(asked: Asked, next: RequestListener) {
    this.#current = asked;
    asked.res.once("close", this.#answered);
    next(asked.req, asked.res);
  }

  #answered = () => {
    this.#current?.giveBack();
    this.#current = null;
    if (this.socket.destroyed) return;
    if (this.#waiting.length === 0) return this.given.onIdle(this);
    // In a turn of its own: of many cached pages, which wait for nothing, all would be answered in one.
    setImmediate(this.#beginNext);
  };

  #beginNext = () => {
    // After an answer with `Connection: close` no other may follow.
    const asked = this.socket.writable ? this.#waiting.shift() : undefined;
    if (!asked) return;
    this.#begin(asked, this.given.next);
    if (this.#waiting.length > this.given.pausedFrom / 2 || !this.#isPaused) return;
    this.#isPaused = false;
    this.socket.resume();
  };

  #hold(asked: Asked) {
    this.#waiting.push(asked);
    if (this.#isPaused || this.#waiting.length < this.given.pausedFrom) return;
    this.#isPaused = true;
    // Node resumes it after each message.
    if (this.socket.listenerCount("resume", this.#stayPaused) === 0)
      this.socket.on("resume", this.#stayPaused);
    this.socket.pause();
  }

  #stayPaused = () => {
    if (this.#isPaused) this.socket.pause();
  };
}

/** The memory that a request takes while it waits. */
function bytesOf({ rawHeaders, headers, url = "" }: IncomingMessage): number {
  let bytes = REQUEST_BYTES + url.length;
  for (const text of rawHeaders) bytes += text.length;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return bytes;
  return bytes + Math.min(Number(headers["content-length"] ?? BODY_BYTES) || BODY_BYTES, BODY_BYTES);
}
