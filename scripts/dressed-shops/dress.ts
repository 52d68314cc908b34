import { drawMark, drawPicture, type PictureName } from "./drawings";
import type { DressedShop } from "./shops";

type Fields = Record<string, string | string[] | Blob>;

/** The requests of a browser that is logged in as staff. Redirects are not followed. */
export interface Staff {
  get(url: string): Promise<Response>;
  /** Posts a form; as multipart if it has a file. A list repeats its field. */
  send(url: string, fields: Fields): Promise<Response>;
}

/** @param cookie the Cookie header of the session */
export function staffAt(origin: string, cookie: string): Staff {
  const headers = { cookie, origin };
  return {
    get: (url) => fetch(origin + url, { headers }),
    send(url, fields) {
      const form = new FormData();
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) {
          if (typeof value === "string") form.append(name, value);
          else form.append(name, value, "picture.png");
        }
      const hasFile = Object.values(fields).some((value) => value instanceof Blob);
      const body = hasFile ? form : new URLSearchParams([...form] as [string, string][]);
      return fetch(origin + url, { method: "POST", headers, body, redirect: "manual" });
    },
  };
}

/** Dresses a shop through the forms of its back office. @throws when a form is refused */
export async function dress(staff: Staff, shop: DressedShop): Promise<void> {
  await rename(staff, shop.shopName);
  const pictures = await uploadPictures(staff, shop);
  const { accent, face } = shop;
  const lookPage = await (await staff.get("/admin/appearance/look")).text();
  const shown = unescaped(/name="shown" value="([^"]*)"/.exec(lookPage)![1]!);
  await save(staff, "/admin/appearance/look", { intent: "save-look", shown, accent, picked: accent, face });
  for (const kind of ["logo", "icon"] as const) {
    const file1 = new Blob([new Uint8Array(await drawMark(shop.mark, kind))]);
    await save(staff, `/admin/appearance/look${kind === "icon" ? "?picture=icon" : ""}`, {
      intent: `upload-${kind}`,
      file1,
    });
  }
  await save(staff, "/admin/appearance/announcement", {
    ...shop.announcement,
    startsOn: "",
    endsOn: "",
    version: "0",
  });
  for (const [part, links] of [
    ["main-menu", shop.mainMenu],
    ["footer-menu", shop.footerMenu],
  ] as const) {
    const [label, to] = [links.map((link) => link[0]), links.map((link) => link[1])];
    // Links to tags that this shop may lack.
    await save(staff, "/admin/appearance/menus", { part, intent: "save-anyway", version: "0", label, to });
  }
  await save(staff, "/admin/appearance/menus", { part: "footer-words", version: "0", ...shop.footerWords });
  const about = { ...shop.about, body: withPictures(shop.about.body, pictures), address: "about" };
  await save(staff, "/admin/pages/new", { intent: "save-page", version: "0", published: "on", ...about });
  for (const { picture, ...post } of shop.news) {
    const fields = { ...post, pictureId: String(pictures.get(picture)!.id), published: "on" };
    await save(staff, "/admin/pages/new?kind=news", {
      intent: "save-page",
      version: "0",
      address: "",
      ...fields,
    });
  }
  await furnish(staff, shop, pictures);
}

async function save(staff: Staff, url: string, fields: Fields) {
  const answer = await staff.send(url, fields);
  if (answer.status === 303 || answer.status === 302) return;
  const text = (await answer.text()).match(/class="field-error[^>]*>[^<]*/g);
  throw new Error(`${url} answered ${answer.status}: ${String(text)}`);
}

const unescaped = (value: string) =>
  value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

async function rename(staff: Staff, shopName: string) {
  const html = await (await staff.get("/admin/settings")).text();
  const form = /<form[^>]*id="settings[\s\S]*?<\/form>/.exec(html)?.[0] ?? html;
  const fields: Record<string, string> = {};
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const [name, type] = [attribute("name"), attribute("type")];
    if (name && type !== "file" && type !== "checkbox" && type !== "search")
      fields[name] = unescaped(attribute("value") ?? "");
  }
  for (const [, name, value] of form.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)/g))
    fields[name!] = unescaped(value!);
  await save(staff, "/admin/settings", { ...fields, shopName, intent: "save-settings" });
}

type Uploaded = Map<PictureName, { id: number; markdown: string }>;

async function uploadPictures(staff: Staff, { pictures }: DressedShop): Promise<Uploaded> {
  const uploaded: Uploaded = new Map();
  for (const { name, alt } of pictures) {
    const file1 = new Blob([new Uint8Array(await drawPicture(name))]);
    await save(staff, "/admin/pages/pictures", { intent: "upload-picture", file1, alt });
    const html = await (await staff.get("/admin/pages/pictures")).text();
    const [, markdown] = /value="(!\[[^"]*\]\([^"]*\))"/.exec(html)!;
    const [, id] = /No\. (?:<!-- -->)?(\d+)/.exec(html)!;
    uploaded.set(name, { id: Number(id), markdown: unescaped(markdown!) });
  }
  return uploaded;
}

const withPictures = (body: string, pictures: Uploaded) =>
  body.replace(/!\[(\w+)\]/g, (_, name: PictureName) => pictures.get(name)!.markdown);

/** Replaces all blocks of the home page, and publishes it. */
async function furnish(staff: Staff, shop: DressedShop, pictures: Uploaded) {
  const path = "/admin/appearance";
  const draft = async () => (await staff.get(path)).text();
  for (const [, id] of (await draft()).matchAll(/confirm=remove-(\d+)/g)) {
    const html = await (await staff.get(`${path}?confirm=remove-${id}`)).text();
    const version = /name="version" value="(\d+)"/.exec(html.split("<dialog")[1]!)![1]!;
    await save(staff, path, { intent: "remove", id: id!, version });
  }
  for (const { kind, books = [], ...fields } of shop.home) {
    const url = `${path}?add=${kind}`;
    const form = await (await staff.get(url)).text();
    const choice = (name: string) => new RegExp(`<option value="(\\d+)"[^>]*>${name}<`).exec(form)![1]!;
    const content = { ...fields } as Record<string, string>;
    for (const list of ["tag", "author"]) if (content[list]) content[list] = choice(content[list]);
    if (content.picture) content.picture = String(pictures.get(content.picture as PictureName)!.id);
    const ids = await Promise.all([books].flat().map((title) => bookNumber(staff, title)));
    await save(staff, url, {
      intent: "save-block",
      version: "0",
      find: "",
      findAsked: "",
      ...content,
      ...(ids.length > 0 && { books: ids }),
    });
  }
  const version = /name="version" value="(\d+)"/.exec(
    await (await staff.get(`${path}?confirm=discard-1`)).text(),
  )![1]!;
  await save(staff, path, { intent: "publish", version });
}

async function bookNumber(staff: Staff, title: string): Promise<string> {
  const html = await (await staff.get(`/admin/products?q=${encodeURIComponent(title)}`)).text();
  return /[?;&]edit=(\d+)/.exec(html)![1]!;
}
