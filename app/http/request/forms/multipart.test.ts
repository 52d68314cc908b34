import { describe, expect, test } from "vitest";
import { parseMultipart } from "./multipart";
import { readForm, readUpload } from "./read-form.server";

const TYPE = "multipart/form-data; boundary=XX";
const parse = (body: string, type = TYPE) =>
  parseMultipart(Buffer.from(body, "latin1"), type)?.map(({ name, filename, bytes }) => [
    name,
    filename,
    Buffer.from(bytes).toString("latin1"),
  ]);

/** A request as a browser sends it (undici's FormData). */
async function sent(fill: (form: FormData) => void) {
  const form = new FormData();
  fill(form);
  return new Request("http://shop/admin/settings", { method: "POST", body: form });
}

test("reads browsers' forms: texts, files, empty fields, bytes that look like boundaries", async () => {
  const bytes = Buffer.from("\r\n--XX\r\n\0\xff--", "latin1");
  const upload = await readUpload(
    await sent((form) => {
      form.append("intent", "upload-cover");
      form.append("name", "नमस्ते");
      form.append("empty", "");
      form.append("file1", new File([bytes], 'c"over.jpg'));
    }),
  );
  if (upload.isTooLarge) throw new Error("too large");
  expect(upload.fields.get("intent")).toBe("upload-cover");
  expect([...upload.fields.values()]).toContain("नमस्ते");
  expect(upload.fields.get("empty")).toBe("");
  expect(Buffer.from(upload.files.get("file1")!).equals(bytes)).toBe(true);
});

describe("returns undefined for a broken body", () => {
  const part = `--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\n1`;
  test.each([
    ["nothing", ""],
    ["no boundary", "abc"],
    ["no boundary at the end", part],
    ["no closing boundary", `${part}\r\n--XX`],
    ["another boundary", `${part}\r\n--YY--`],
    ["no name", "--XX\r\nContent-Disposition: form-data\r\n\r\n1\r\n--XX--"],
    ["no headers", "--XX\r\n\r\n1\r\n--XX--"],
    [
      "headers that are too long",
      `--XX\r\nContent-Disposition: form-data; name="${"a".repeat(5000)}"\r\n\r\n1\r\n--XX--`,
    ],
    ["too many parts", `${`${part}\r\n`.repeat(300)}--XX--`],
  ])("%s", (_, body) => {
    expect(parse(body)).toBeUndefined();
  });
  test.each([
    "",
    "multipart/form-data",
    "text/plain; boundary=XX",
    `multipart/form-data; boundary=${"X".repeat(80)}`,
  ])("content type '%s'", (type) => expect(parse(`${part}\r\n--XX--`, type)).toBeUndefined());
  test("reads valid bodies, whatever follows the closing boundary", () => {
    expect(parse(`${part}\r\n--XX--\r\nepilogue`)).toEqual([["a", null, "1"]]);
    expect(
      parse(
        `--X Y\r\nContent-Disposition: form-data; name="a"; filename=""\r\n\r\n\r\n--X Y--`,
        'multipart/form-data; boundary="X Y"',
      ),
    ).toEqual([["a", "", ""]]);
    expect(parse("--XX--")).toEqual([]);
  });
});

test("reads at most 1000 fields", async () => {
  const form = (body: string) =>
    new Request("http://shop/x", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  expect([...(await readForm(form("a=1&".repeat(999) + "b=%E0%A4%A8"))).entries()]).toHaveLength(1000);
  await expect(readForm(form("a&".repeat(1001)))).rejects.toMatchObject({ init: { status: 400 } });
});

test("reads a body over the limit to its end and keeps none of it", async () => {
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += 1_000_000;
      controller.enqueue(new Uint8Array(1_000_000));
      if (sentBytes === 15_000_000) controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": TYPE } };
  expect(await readUpload(new Request("http://shop/admin/settings", init as RequestInit))).toEqual({
    isTooLarge: true,
  });
  expect(sentBytes).toBe(15_000_000);
});
