import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Network {
  /** The address of the database by this way. */
  url: string;
  /** Nothing comes through from now on, and no connection ends: it waits, as on a network that lost its way. */
  stall(): void;
  /** What has waited comes through. */
  flow(): void;
  /** Stalls as soon as the shop sends this text, which waits as well. */
  stallAt(text: string): void;
  /**
   * Cuts the connection on which the shop has sent this text, at its commit.
   * @param when "before": the server never gets the commit; "after": the shop never gets the answer
   */
  cutAtCommit(text: string, when: "before" | "after"): void;
  /** The same at the text itself: before the server gets it, or before the shop gets the answer. */
  cutAt(text: string, when: "before" | "after"): void;
  /** Whether that has happened: the shop has sent what was waited for. */
  hasCut(): boolean;
  /** Whether the shop has sent this text. */
  hasSent(text: string): boolean;
  close(): void;
}

/** A way to a server of PostgreSQL that a test can break. @param url of a server that listens to a socket in a folder */
export async function networkTo(url: string): Promise<Network> {
  const at = new URL(url);
  const socket = `${at.searchParams.get("host")}/.s.PGSQL.5432`;
  const sockets = new Set<Socket>();
  let sent = "";
  let isStalled = false;
  let stallText: string | null = null;
  let cut: { text: string; when: "before" | "after"; isAtCommit: boolean } | null = null;

  function stall() {
    isStalled = true;
    for (const one of sockets) one.pause();
  }

  const server = createServer((client) => {
    const upstream = connect(socket);
    let isCutting = false;
    let isCut = false;
    const pass = (from: Socket, to: Socket, onData: (bytes: Buffer) => void) => {
      sockets.add(from);
      if (isStalled) from.pause();
      from.on("data", onData);
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.end();
      });
    };
    const textsOf = readTexts();
    pass(client, upstream, (bytes) => {
      const texts = textsOf(bytes);
      sent += texts;
      if (stallText && texts.includes(stallText)) {
        stallText = null;
        stall();
        client.unshift(bytes);
        return;
      }
      if (cut && texts.includes(cut.text)) isCutting = true;
      if (isCutting && cut && (!cut.isAtCommit || texts.includes("commit"))) {
        const { when } = cut;
        cut = null;
        if (when === "before") return void client.destroy();
        isCut = true;
      }
      upstream.write(bytes);
    });
    pass(upstream, client, (bytes) => {
      if (isCut) client.destroy();
      else if (!client.destroyed) client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}${at.pathname}`,
    stall,
    flow() {
      isStalled = false;
      for (const one of sockets) one.resume();
    },
    stallAt: (text) => void (stallText = text),
    cutAtCommit: (text, when) => void (cut = { text, when, isAtCommit: true }),
    cutAt: (text, when) => void (cut = { text, when, isAtCommit: false }),
    hasCut: () => cut === null,
    hasSent: (text) => sent.includes(text),
    close() {
      for (const one of sockets) one.destroy();
      server.close();
    },
  };
}

/** Of one connection: what bytes to the server say, with the texts of statements that it keeps by a name. */
function readTexts() {
  const named = new Map<string, string>();
  return (bytes: Buffer): string => {
    const written = bytes.toString("latin1");
    for (const [, name, text] of written.matchAll(/P[^]{4}(kitab_\d+)\0([^\0]*)\0/g)) named.set(name!, text!);
    const kept = [...written.matchAll(/B[^]{4}\0(kitab_\d+)\0/g)].map(([, name]) => named.get(name!) ?? "");
    return [written, ...kept].join("\n");
  };
}
