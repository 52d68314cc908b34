import { afterEach, describe, expect, test } from "vitest";
import { freePort, LOOPBACK } from "~/test/servers/loopback";
import { type Receiver, startReceiver, TEST_CERTIFICATE, testPoster } from "~/test/servers/webhook-receiver";
import { checkedAddresses, PostError, publicPoster } from "./post-to-public.server";
import { isPublicAddress } from "./public-address.server";

let receiver: Receiver | undefined;
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});

const start = async (answer?: Receiver["answer"]) => (receiver = await startReceiver(answer));
const posting = (url: string) => ({
  url,
  headers: { "Content-Type": "application/json" },
  body: '{"a":"é"}',
});

test.each([
  ["127.0.0.1", "loopback"],
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["192.168.1.1", "private"],
  ["169.254.169.254", "link-local, where clouds keep their secrets"],
  ["100.64.0.1", "shared by a provider's customers"],
  ["0.0.0.0", "unspecified"],
  ["198.18.0.1", "for benchmarks"],
  ["203.0.113.7", "for documentation"],
  ["224.0.0.1", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::1", "loopback"],
  ["::", "unspecified"],
  ["fd00::1", "private"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local"],
  ["fec0::1", "private, as it was"],
  ["ff02::1", "multicast"],
  ["::ffff:8.8.8.8", "IPv4-mapped"],
  ["::8.8.8.8", "IPv4-compatible"],
  ["64:ff9b::808:808", "NAT64"],
  ["64:ff9b:1::808:808", "NAT64"],
  ["2002:808:808::1", "6to4"],
  ["2001::1", "Teredo"],
  ["2001:db8::1", "for documentation"],
  ["4000::1", "not assigned"],
  ["example.in", "no address"],
  ["", "no address"],
])("%s is not public: %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::1"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe("without a public address nothing is sent", () => {
  const post = (given: Parameters<typeof publicPoster>[0] = {}) =>
    publicPoster({ ca: TEST_CERTIFICATE, ...given });
  const portOf = (url: string) => new URL(url).port;

  test.each([
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "[::1]",
    "[fd00::1]",
    "[::ffff:127.0.0.1]",
    "0x7f.1",
  ])("to %s", async (host) => {
    const { url, received } = await start();
    await expect(post()(posting(`https://${host}:${portOf(url)}/`))).rejects.toThrow(
      /is not an address on the internet/,
    );
    expect(received).toEqual([]);
  });

  test("to a name that leads to this machine", async () => {
    const { url, received } = await start();
    const resolve = async () => [{ address: LOOPBACK, family: LOOPBACK.includes(":") ? 6 : 4 }];
    await expect(post({ resolve })(posting(url))).rejects.toThrow(
      `hooks.test leads to ${LOOPBACK}, which is not an address on the internet`,
    );
    await expect(checkedAddresses("localhost")).rejects.toBeInstanceOf(PostError);
    expect(received).toEqual([]);
  });

  test("to a name with a public and a private address", async () => {
    const both = async () => [
      { address: "8.8.8.8", family: 4 },
      { address: "10.0.0.8", family: 4 },
    ];
    await expect(post({ resolve: both })(posting("https://hooks.test/"))).rejects.toThrow(/10\.0\.0\.8/);
  });
});

test("the connection goes to the address that was checked, whatever the name server says next", async () => {
  const { url, received } = await start();
  const answers = [LOOPBACK, "10.0.0.1"];
  let asked = 0;
  const resolve = async () => {
    const address = answers[asked++]!;
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  };
  const post = testPoster({ resolve, isAllowed: (address) => address === LOOPBACK });
  expect(await post(posting(url))).toEqual({ status: 204, text: "" });
  expect(asked).toBe(1);
  await expect(post(posting(url))).rejects.toThrow(/10\.0\.0\.1/);
  expect(received).toHaveLength(1);
});

test("sends body and headers, and returns the beginning of the answer without control characters", async () => {
  const { url, received } = await start(
    (_, response) => void response.end(`ok\u0000\u001b\n${"x".repeat(3000)}`),
  );
  const answer = await testPoster()(posting(url));
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/^ok\nx+$/);
  expect(answer.text.length).toBeLessThanOrEqual(1024);
  expect(received).toMatchObject([
    { body: '{"a":"é"}', headers: { "content-type": "application/json", "content-length": "10" } },
  ]);
});

test("does not follow a redirect", async () => {
  const { url, received } = await start(
    (_, response) => void response.writeHead(307, { Location: "/x" }).end(),
  );
  expect(await testPoster()(posting(url))).toMatchObject({ status: 307 });
  expect(received).toHaveLength(1);
});

test("stops reading an answer that does not end", async () => {
  let isClosed = false;
  const { url } = await start((_, response) => {
    const write = () => {
      while (response.write("y".repeat(4096)));
      response.once("drain", write);
    };
    response.on("close", () => (isClosed = true));
    write();
  });
  const answer = await testPoster()(posting(url));
  expect(answer).toEqual({ status: 200, text: "y".repeat(1024) });
  await expect.poll(() => isClosed).toBe(true);
});

test.each([
  ["no answer", () => {}],
  ["an answer that stops half-way", (_, response) => void response.write("a")],
] satisfies [string, Receiver["answer"]][])("gives up on %s", async (_, answer) => {
  const { url } = await start(answer);
  await expect(testPoster({ answerWithinMs: 300 })(posting(url))).rejects.toThrow(
    "hooks.test did not answer within 0.3 seconds",
  );
});

test("says in a sentence why there was no answer", async () => {
  const closed = `https://hooks.test:${await freePort()}/`;
  await expect(testPoster()(posting(closed))).rejects.toThrow("hooks.test refused the connection");

  const { url } = await start((request) => request.socket.destroy());
  await expect(testPoster()(posting(url))).rejects.toThrow(
    "hooks.test closed the connection without an answer",
  );
  await expect(testPoster({ ca: undefined })(posting(url))).rejects.toThrow(
    /hooks\.test has no valid certificate for https \(.+\)/,
  );
  await expect(testPoster()(posting(url.replace("hooks.test", "other.test")))).rejects.toThrow(
    /other\.test has no valid certificate/,
  );
  const resolve = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
  await expect(testPoster({ resolve })(posting(url))).rejects.toThrow("hooks.test was not found");
});
