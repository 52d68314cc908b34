import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import { LOOPBACK } from "./loopback";

/** A message that the mail server accepted. */
export interface AcceptedMail {
  raw: string;
  parsed: Email;
  session: SMTPServerSession;
}

export interface TestSmtpServer {
  port: number;
  /** The mails that `accept` has accepted, in order. */
  taken: AcceptedMail[];
  connections: number;
  /** Ends the server like a power cut: breaks all connections and closes the port. */
  kill(): Promise<void>;
}

interface Behaviour {
  port?: number;
  /** Called after the whole message, before the answer. Rejecting refuses it; never settling leaves the client waiting. */
  accept?(mail: AcceptedMail): Promise<void> | void;
  /** Called when the first bytes of the message's text arrive. */
  onText?(): void;
  options?: SMTPServerOptions;
}

/** A refusal of the mail server, e.g. `smtpError(450, "4.2.2 mailbox full")`. */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** A real mail server on the loopback interface; by default without TLS and login. */
export async function startSmtpServer({
  port = 0,
  accept,
  onText,
  options,
}: Behaviour = {}): Promise<TestSmtpServer> {
  const sockets = new Set<{ destroy(): void }>();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      // A copy, because the server clears the envelope for the next message.
      const taken = { ...session, envelope: structuredClone(session.envelope) };
      stream.once("data", () => onText?.());
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const take = async () => {
          const raw = Buffer.concat(chunks).toString("utf8");
          const parsed = await PostalMime.parse(raw);
          const mail = { raw, parsed, session: taken };
          await accept?.(mail);
          self.taken.push(mail);
        };
        take().then(
          () => callback(),
          (error: Error) => callback(error),
        );
      });
    },
    ...options,
  });
  // Broken connections are expected in these tests.
  server.on("error", () => {});
  server.server.on("connection", (socket) => {
    self.connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const self: TestSmtpServer = {
    port: (server.server.address() as AddressInfo).port,
    taken: [],
    connections: 0,
    kill() {
      const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
  return self;
}
