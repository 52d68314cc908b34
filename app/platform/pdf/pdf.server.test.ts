import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPdf } from "~/test/files/pdf";
import { MOST_OF_ONE, pdfMaker, type PdfOutcome } from "./pdf.server";

let folder: string;
let template: string;
/** Like `template`, with fonts for six more scripts. */
let indic: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kitab-pdf-"));
  const DEVANAGARI = ["Noto Sans", "Noto Sans Devanagari"];
  template = file("plain.typ", listOf(DEVANAGARI));
  const others = ["Gurmukhi", "Kannada", "Gujarati", "Telugu", "Malayalam"].map((one) => `Noto Sans ${one}`);
  indic = file("indic.typ", listOf([...DEVANAGARI, ...others]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, source: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, source);
  return at;
}

const listOf = (faces: string[]) =>
  `#let data = json(bytes(sys.inputs.data))
   #set document(title: data.title, author: "Kitab", date: datetime(year: 2026, month: 11, day: 21))
   #set text(font: ${JSON.stringify(faces).replace("[", "(").replace("]", ")")}, fallback: false, lang: "en")
   #for one in data.texts [#one #parbreak()]`;

const make = pdfMaker();

function made(outcome: PdfOutcome) {
  if (!outcome.ok) throw new Error(`not made: ${outcome.reason}`);
  return { bytes: outcome.bytes, ...readPdf(outcome.bytes) };
}

describe("a document", () => {
  test("is PDF/A with its fonts and metadata", async () => {
    const pdf = made(await make(template, { title: "A bill", texts: ["₹1,23,456.00", "नमस्ते", "Rāmāyaṇa"] }));
    expect(pdf).toMatchObject({
      pages: [expect.any(String)],
      fonts: ["NotoSans-Regular", "NotoSansDevanagari-Regular"],
      isArchival: true,
    });
    expect(pdf.text).toMatch(/^₹1,23,456\.00.*नम.*Rāmāyaṇa$/);
    const source = Buffer.from(pdf.bytes).toString("latin1");
    expect(source).toContain("/Title (A bill)");
    expect(source).toContain("/Lang (en");
    expect(source).toContain("/CreationDate (D:20261121");
  });

  test("is identical for the same data, even from different processes", async () => {
    const data = { title: "A bill", texts: ["Gora", "गोदान"] };
    const [first, second] = [made(await make(template, data)), made(await pdfMaker()(template, data))];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  });

  test("is not affected by earlier documents in other scripts", async () => {
    // Typst caches layout results. With the words in the template itself, it drew boxes for the second script.
    const words = ["किताब", "ਕਿਤਾਬ", "ಪುಸ್ತಕ", "પુસ્તક", "పుస్తకం", "പുസ്തകം"];
    const kept = pdfMaker();
    for (const word of words) {
      const data = { title: "A bill", texts: [word] };
      const [later, first] = [made(await kept(indic, data)), made(await pdfMaker()(indic, data))];
      expect([word, Buffer.from(later.bytes).equals(Buffer.from(first.bytes)), later.isArchival]).toEqual([
        word,
        true,
        true,
      ]);
    }
  });

  test.each([
    '#sys.version #read("/etc/passwd") #eval("1 + 1")',
    "*bold* _italic_ `raw` $x^2$ <label> @reference",
    "= heading - list // comment /* more */ \\ end ] } #] ~ -- ---",
    '"quotes" \'single\' … #include "x.typ"',
    '"}) #panic("out") \\u{41} \\n %PDF',
    "\u{1f4d6} 本 Война – what no font has becomes a box",
  ])("shows any text unchanged: %s", async (text) => {
    const pdf = made(await make(template, { title: text, texts: [text] }));
    const hasBoxes = text.includes("本");
    expect(pdf.isArchival).toBe(!hasBoxes);
    if (hasBoxes) expect(pdf.text).toContain("what no font has becomes a box");
    else expect(pdf.text).toBe(text);
  });

  test("cannot be made from a broken or missing template, nor without its data", async () => {
    expect(await make(file("broken.typ", "#let"), {})).toEqual({ ok: false, reason: "broken" });
    expect(await make(template, {})).toEqual({ ok: false, reason: "broken" });
    expect(await make(path.join(folder, "away.typ"), {})).toEqual({ ok: false, reason: "broken" });
    made(await make(template, { title: "", texts: [] }));
  });

  test("can read no files but fonts", async () => {
    for (const named of ["/pdf.server.ts", "../pdf.server.ts", "/etc/passwd"]) {
      const reading = file("reading.typ", `#read(${JSON.stringify(named)})`);
      expect([named, await make(reading, {})]).toEqual([named, { ok: false, reason: "broken" }]);
    }
  });
});

describe("the worker", () => {
  const answer = (expression: string) =>
    `process.send({ ok: true, bytes: Buffer.from(String(${expression})) })`;
  let visitors = 0;
  const visitor = () => {
    const gone = new AbortController();
    return { name: `visitor ${++visitors}`, signal: gone.signal, leave: () => gone.abort() };
  };
  const textOf = (outcome: PdfOutcome) => outcome.ok && Buffer.from(outcome.bytes).toString();

  test("is killed when it takes too long, and the next document gets a new one", async () => {
    const worker = file(
      "hang.mjs",
      `process.on("message", ({ data }) => { if (data.includes("hang")) for (;;); ${answer("process.pid")} });`,
    );
    const hanging = pdfMaker({ worker, timeLimitMs: 1500 });
    expect(await hanging(template, { hang: true })).toEqual({ ok: false, reason: "slow" });
    // On a busy machine the new process may take as long to start.
    await expect.poll(async () => (await hanging(template, {})).ok).toBe(true);
  });

  test("refuses a document when fifty are being made or wait, and makes others afterwards", async () => {
    const worker = file("quick.mjs", `process.on("message", () => ${answer("process.pid")});`);
    const quick = pdfMaker({ worker });
    const people = Array.from({ length: 50 }, visitor);
    const asked = people.map((one, number) => quick(template, { number }, {}, one));
    expect(await quick(template, {})).toEqual({ ok: false, reason: "busy" });
    // Whoever goes makes room at once.
    people[49]!.leave();
    const next = quick(template, {});
    expect((await Promise.all([...asked.slice(0, 49), next])).every(({ ok }) => ok)).toBe(true);
    expect((await quick(template, {})).ok).toBe(true);
  });

  test("makes a document that many ask for once, and none that nobody waits for any more", async () => {
    const made = path.join(folder, "made");
    writeFileSync(made, "");
    const noting = `fs.appendFileSync(${JSON.stringify(made)}, JSON.parse(data).title + " ")`;
    const worker = file(
      "noting.mjs",
      `import fs from "node:fs"; process.on("message", ({ data }) => { ${noting}; ${answer("data")} });`,
    );
    const noted = pdfMaker({ worker });
    const ask = (title: string, asker = visitor()) => noted(template, { title }, {}, asker);
    const [one, other] = [visitor(), visitor()];
    const first = ask("first");
    const bills = Array.from({ length: 50 }, () => ask("bill", one));
    const lasting = [ask("bill", other), noted(template, { title: "mailed" })];
    const mailed = ask("mailed", one);
    const abandoned = ask("abandoned", one);
    one.leave();
    expect(await abandoned).toEqual({ ok: false, reason: "unwanted" });
    expect((await Promise.all([first, ...bills, ...lasting, mailed])).every(({ ok }) => ok)).toBe(true);
    expect(await ask("late", one)).toEqual({ ok: false, reason: "unwanted" });
    expect(readFileSync(made, "utf8")).toBe("first bill mailed ");
  });

  test("makes or holds ten documents of one asker; more are refused, of others not", async () => {
    const worker = file("tens.mjs", `process.on("message", () => ${answer("process.pid")});`);
    const ten = pdfMaker({ worker });
    const greedy = visitor();
    const asked = Array.from({ length: MOST_OF_ONE }, (_, number) => ten(template, { number }, {}, greedy));
    expect(await ten(template, { number: 10 }, {}, greedy)).toEqual({ ok: false, reason: "busy" });
    // What is made already is given to everybody who asks.
    const shared = [ten(template, { number: 0 }, {}, greedy), ten(template, { number: 11 }, {}, visitor())];
    expect((await Promise.all([...asked, ...shared])).every(({ ok }) => ok)).toBe(true);
    expect((await ten(template, { number: 10 }, {}, greedy)).ok).toBe(true);
  });

  test("is replaced by a new one after a crash", async () => {
    const worker = file(
      "crash.mjs",
      `process.on("message", ({ data }) => { if (data.includes("crash")) process.kill(process.pid, "SIGSEGV"); else ${answer("process.pid")} });`,
    );
    const crashing = pdfMaker({ worker });
    const first = textOf(await crashing(template, {}));
    expect(await crashing(template, { crash: true })).toEqual({ ok: false, reason: "failed" });
    const second = textOf(await crashing(template, {}));
    expect(second).toMatch(/^\d+$/);
    expect(second).not.toBe(first);
  });

  test("sees none of the shop's secrets, and ends when idle", async () => {
    const nosy = file("nosy.mjs", `process.on("message", () => ${answer("Object.keys(process.env)")});`);
    expect(textOf(await pdfMaker({ worker: nosy })(template, {}))).not.toContain("SECRET");
    const idle = file(
      "idle.mjs",
      `process.on("message", () => ${answer("process.pid")}); process.on("disconnect", () => process.exit());`,
    );
    const pid = Number(textOf(await pdfMaker({ worker: idle, idleMs: 50 })(template, {})));
    const isRunning = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await expect.poll(isRunning).toBe(false);
  });
});
