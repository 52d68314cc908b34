import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { coverFiles } from "~/domain/kit/images/images";
import { createBook, createBookPicture } from "~/test/factories";
import { LOOPBACK } from "~/test/servers/loopback";
import { jpeg, jpegFromPhone } from "~/test/files/pictures";
import { type Browser, customerBrowser, guestBrowser, sendBytes, staffBrowser, ownShop } from "~/test/shop";

const shop = ownShop();
let staff: Browser;
let bookId: number;

beforeAll(async () => {
  staff = await staffBrowser(shop);
});
beforeEach(async () => {
  bookId = await createBook(shop.db.write, { title: "Gora" });
});

const covers = () => readdirSync(path.join(shop.dataDir, "coverpages")).sort();
const coverOf = async (id: number) =>
  (await shop.db.read.selectFrom("books").select("cover").where("id", "=", id).executeTakeFirstOrThrow())
    .cover;
const panel = (id: number | string = bookId) => `/admin/products?q=go&page=2&cover=${id}`;

function upload(
  browser: Browser,
  bytes: Uint8Array | null,
  fields: Record<string, string> = {},
  url = panel(),
) {
  const file1 = bytes && new File([new Uint8Array(bytes)], "cover.jpg", { type: "image/jpeg" });
  return browser.postFiles(url, { intent: "upload-cover", ...fields, file1 });
}

describe("the cover dialog", () => {
  test("shows the cover, the file input, and 'Delete Image' only if the book has a cover", async () => {
    const page = await (await staff.get(panel())).text();
    for (const text of ["Manage Cover Page", "Gora", "Upload Image", "Cancel"]) expect(page).toContain(text);
    expect(page).toMatch(/<input[^>]*type="file"[^>]*name="file1"/);
    expect(page).toContain('encType="multipart/form-data"');
    expect(page).not.toContain("Delete Image");
    await shop.db.write.updateTable("books").set({ cover: "old.webp" }).where("id", "=", bookId).execute();
    expect(await (await staff.get(panel())).text()).toContain("Delete Image");
    expect((await staff.get(panel(999_999))).status).toBe(404);
    expect((await staff.get(panel("x%00"))).status).toBe(404);
  });

  test("guests see a new cover at once, and the default cover after it is deleted", async () => {
    const guest = guestBrowser(shop);
    expect(await (await guest.get(`/books/${bookId}`)).text()).toContain("/default-cover/default");
    const answer = await upload(staff, await jpegFromPhone());
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/admin/products?q=go&page=2");
    expect(await (await staff.get("/admin/products")).text()).toContain("Cover updated successfully!");
    const cover = (await coverOf(bookId))!;
    expect(await (await guest.get(`/books/${bookId}`)).text()).toContain(`/coverpages/${cover}`);
    for (const name of coverFiles(cover)) {
      const file = await guest.get(`/coverpages/${name}`);
      expect([name, file.status]).toEqual([name, 200]);
      expect(file.headers.get("Cache-Control")).toContain("immutable");
      await file.arrayBuffer();
    }
    const removed = await upload(staff, null, { intent: "reset-cover" });
    expect(removed.status).toBe(303);
    expect(await (await staff.get("/admin/products")).text()).toContain("Cover removed successfully!");
    expect(await coverOf(bookId)).toBeNull();
    expect(await (await guest.get(`/books/${bookId}`)).text()).toContain("/default-cover/default");
    expect((await guest.get(`/coverpages/${cover}`)).status).toBe(404);
  });
});

test("further pictures are added, described, moved and removed in the cover dialog; guests see them at once", async () => {
  const send = (intent: string, pictureId: number, fields: Record<string, string> = {}) =>
    staff.postFiles(panel(), { intent, pictureId: String(pictureId), kind: "other", alt: "", ...fields });
  const pictures = () =>
    shop.db.read
      .selectFrom("book_pictures")
      .select(["id", "file", "kind", "alt"])
      .where("book_id", "=", bookId)
      .orderBy("position")
      .execute();
  const guest = guestBrowser(shop);
  const seen = async () =>
    [
      ...(await (await guest.get(`/books/${bookId}`)).text()).matchAll(
        /<img[^>]*alt="([^"]*)"[^>]*loading="lazy"/g,
      ),
    ]
      .map(([, alt]) => alt)
      .filter((alt) => !alt!.startsWith("Cover of"));

  const added = await upload(staff, await jpeg(300, 450), {
    intent: "add-picture",
    kind: "back_cover",
    alt: "",
  });
  expect([added.status, added.headers.get("Location")]).toEqual([303, panel()]);
  const stayed = await upload(
    staff,
    await jpeg(310, 450),
    { intent: "add-picture", kind: "look_inside", alt: " The  map ", stay: "on" },
    panel().replace("?", ".data?"),
  );
  expect(stayed.status).toBe(200);
  const [back, inside] = await pictures();
  expect([back, inside]).toMatchObject([
    { kind: "back_cover", alt: "" },
    { kind: "look_inside", alt: "The map" },
  ]);
  expect(await seen()).toEqual(["Back cover of Gora", "The map"]);
  const page = await (await guest.get(`/books/${bookId}`)).text();
  expect(page).toContain(`<a href="/coverpages/${back!.file}">`);
  expect(page).toContain(`${shop.origin}/coverpages/${back!.file.replace(".webp", ".jpg")}`);
  expect((await guest.get(`/coverpages/${back!.file.replace(".webp", "-160.webp")}`)).status).toBe(200);
  const dialog = await (await staff.get(panel())).text();
  expect(dialog).toContain("Move down: Back cover of Gora");

  expect((await send("save-picture", inside!.id, { alt: "x".repeat(201) })).status).toBe(400);
  expect((await send("save-picture", inside!.id, { kind: "front" })).status).toBe(400);
  for (const [intent, alts] of [
    ["save-picture", ["Back cover of Gora", "Picture of Gora"]],
    ["up-picture", ["Picture of Gora", "Back cover of Gora"]],
    ["down-picture", ["Back cover of Gora", "Picture of Gora"]],
    ["remove-picture", ["Back cover of Gora"]],
  ] as const) {
    expect([intent, (await send(intent, inside!.id)).status]).toEqual([intent, 303]);
    expect([intent, await seen()]).toEqual([intent, alts]);
  }
  for (const intent of ["save-picture", "up-picture", "remove-picture"])
    expect([intent, (await send(intent, inside!.id)).status]).toEqual([intent, 404]);
  expect((await send("remove-picture", -1)).status).toBe(400);

  const refused = await upload(staff, Buffer.from("<svg/>"), {
    intent: "add-picture",
    kind: "other",
    alt: "A map",
  });
  const answer = await refused.text();
  expect([refused.status, answer.includes('value="A map"')]).toEqual([400, true]);
  expect(answer).toContain(">The file is not a JPEG, PNG or WebP image<");
  for (let at = 1; at < 8; at += 1) await createBookPicture(shop.db.write, bookId);
  const full = await upload(staff, await jpeg(320, 450), { intent: "add-picture", kind: "other", alt: "" });
  expect(full.status).toBe(400);
  expect(await full.text()).toContain("A book has at most 8 further pictures. Remove one to add another.");
});

describe("refuses with the form, the message at the field and no change", () => {
  test.each([
    ["no file", null, "Please choose an image"],
    ["an empty file", new Uint8Array(), "Please choose an image"],
    [
      "an SVG called .jpg",
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "The file is not a JPEG, PNG or WebP image",
    ],
    ["15 MB", new Uint8Array(15_000_000), "The image must be at most 10 MB"],
    ["60 MB", new Uint8Array(60_000_000), "The image must be at most 10 MB"],
  ])("%s", async (_, bytes, message) => {
    const before = covers();
    const answer = await upload(staff, bytes);
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain("Manage Cover Page");
    expect(page).toMatch(
      new RegExp(
        `<input[^>]*name="file1"[^>]*autofocus[^>]*aria-invalid="true"|<input[^>]*aria-invalid="true"`,
        "i",
      ),
    );
    expect(page).toContain(`>${message}<`);
    expect(await coverOf(bookId)).toBeNull();
    expect(covers()).toEqual(before);
  });

  test("an upload without Content-Length that is too large", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1_000_000));
        if ((sent += 1) === 30) controller.close();
      },
    });
    const init = {
      method: "POST",
      body,
      duplex: "half",
      headers: { "Content-Type": "multipart/form-data; boundary=XX" },
    };
    const answer = await staff.request(panel(), init as RequestInit);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("The image must be at most 10 MB");
  });

  test("an upload of more than 100 MB, with 413", async () => {
    const line = await firstLine(
      `POST ${panel()} HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 104857601\r\n\r\n`,
    );
    expect(line).toContain(" 413 ");
    // Other URLs and other bodies have the limit of forms.
    const login = await firstLine(
      `POST /login HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 1048577\r\n\r\n`,
    );
    expect(login).toContain(" 413 ");
    const plain = await firstLine(
      `POST ${panel()} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1048577\r\n\r\n`,
    );
    expect(plain).toContain(" 413 ");
  });

  test("malformed multipart bodies, and unknown books", async () => {
    const raw = (body: string, type: string, url = panel()) =>
      staff.request(url, { method: "POST", body, headers: { "Content-Type": type } });
    const multipart = "multipart/form-data; boundary=XX";
    for (const answer of [
      await raw("--XX", multipart),
      await raw("", multipart),
      await raw("{}", "multipart/form-data"),
      await raw("--XX--", multipart, "/admin/products"),
      await upload(staff, await jpeg(20, 30), { intent: "nonsense" }),
    ])
      expect(answer.status).toBe(400);
    for (const id of [999_999, 0, -1, "1.5", "x", "1e400", "%00"])
      expect([id, (await upload(staff, await jpeg(20, 30), {}, panel(id))).status]).toEqual([id, 404]);
  });
});

test("guests and customers are redirected, a post from another site is refused", async () => {
  const customer = await customerBrowser(shop);
  for (const [who, to] of [
    [guestBrowser(shop), expect.stringMatching(/^\/login\?redirectTo=/) as string],
    [customer, "/"],
  ] as const) {
    const answer = await upload(who, await jpeg(20, 30));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, to]);
  }
  expect(await coverOf(bookId)).toBeNull();
  const headers = { Origin: "https://evil.example" };
  const forged = await staff.request(panel(), { method: "POST", body: new FormData(), headers });
  expect(forged.status).toBe(403);
});

test("an upload without permission is not read into memory", async () => {
  const before = memoryOf(shop.pid);
  const head = `POST ${panel()} HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 90000000\r\n\r\n`;
  const part = Buffer.alloc(60_000_000);
  const sockets = await Promise.all(
    Array.from(
      { length: 5 },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(new URL(shop.origin).port), LOOPBACK);
          socket.on("error", reject).resume();
          socket.write(head);
          socket.write(part, () => resolve(socket));
        }),
    ),
  );
  // All 300 MB have been sent, and the shop still waits for the rest.
  expect(memoryOf(shop.pid) - before).toBeLessThan(100);
  sockets.forEach((socket) => socket.destroy());
});

test("a separate process decodes pictures, while the shop still serves pages", async () => {
  expect((await upload(staff, await jpeg(20, 30))).status).toBe(303);
  const workers = readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, "utf8").trim().split(" ");
  expect(workers).toHaveLength(1);
  process.kill(Number(workers[0]), "SIGSTOP");
  try {
    let isAnswered = false;
    const pending = upload(staff, await jpeg(40, 60)).finally(() => (isAnswered = true));
    for (const url of ["/", "/healthz", `/books/${bookId}`, "/books?q=gora"])
      expect((await guestBrowser(shop).get(url)).status).toBe(200);
    expect((await staff.get("/admin/products")).status).toBe(200);
    expect(isAnswered).toBe(false);
    process.kill(Number(workers[0]), "SIGCONT");
    expect((await pending).status).toBe(303);
  } finally {
    process.kill(Number(workers[0]), "SIGCONT");
  }
  expect(readFileSync(`/proc/${workers[0]}/maps`, "utf8")).toContain("libvips");
  expect(readFileSync(`/proc/${shop.pid}/maps`, "utf8")).not.toContain("libvips");
  // After a crash of the decoder the next upload works.
  process.kill(Number(workers[0]), "SIGKILL");
  expect((await upload(staff, await jpeg(50, 75))).status).toBe(303);
});

/** Megabytes resident. */
const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

const firstLine = async (bytes: string) => (await sendBytes(shop, bytes)).split("\r\n", 1)[0]!;
