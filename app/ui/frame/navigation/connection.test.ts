import { createMemoryRouter, data, redirect } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { ConnectionError, connectRouter, guardFetch, keepPage, lastFailedRequest } from "./connection";

type Network = (path: string, method: string) => Response;

const REMIX = { "X-Remix-Response": "yes", "X-Request-Id": "r1" };
const online: Network = (path) => new Response(`data of ${path}`, { headers: REMIX });
const offline: Network = () => {
  throw new TypeError("Failed to fetch");
};
const proxyError: Network = () =>
  new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } });

let network = online;
beforeEach(() => {
  network = online;
});

const guarded = guardFetch(
  (input, init) => new Promise((resolve) => resolve(network((input as URL).pathname, init?.method ?? "GET"))),
  (path) => path === "/books",
);
const dataOf = (path: string, init?: RequestInit) => guarded(new URL(`http://shop${path}.data`), init);

describe("a page whose request gets no answer", () => {
  async function ask({ request }: { request: Request }) {
    const { signal, method } = request;
    return (await dataOf(new URL(request.url).pathname, { signal, method })).text();
  }

  const scripts = { fails: new Error("none") };

  /** A router that uses the network as the browser's does. Its page is /a, opened after /b. */
  async function open() {
    const children = [
      {
        id: "c",
        path: "c",
        loader(args: { request: Request }) {
          void ask(args).catch(() => {});
          throw scripts.fails;
        },
      },
      { id: "a", path: "a", loader: ask, action: ask },
      {
        id: "b",
        path: "b",
        loader: ask,
        action: async (args: { request: Request }) => {
          await ask(args);
          return redirect("/a?sent=1");
        },
      },
    ];
    const router = createMemoryRouter(
      [
        {
          id: "root",
          path: "/",
          middleware: [keepPage as never],
          loader: ask,
          ErrorBoundary: () => null,
          children,
        },
      ],
      { initialEntries: ["/b", "/a?tag=Poetry"], initialIndex: 1 },
    );
    connectRouter(router);
    const isIdle = () => router.state.initialized && router.state.navigation.state === "idle";
    async function idle() {
      if (isIdle()) return;
      await new Promise<void>((resolve) => {
        const stop = router.subscribe(() => {
          if (!isIdle()) return;
          stop();
          resolve();
        });
      });
    }
    await idle();
    const where = () => router.state.location.pathname + router.state.location.search;
    return { router, idle, where };
  }

  /** The answers that a fetcher gets, each object once. */
  function answersOf(router: Awaited<ReturnType<typeof open>>["router"], key: string) {
    const answers = new Set<unknown>();
    router.subscribe(({ fetchers }) => {
      const { data } = fetchers.get(key) ?? {};
      if (data) answers.add(data);
    });
    return answers;
  }

  function form(fields: Record<string, string>) {
    const formData = new FormData();
    for (const [name, value] of Object.entries(fields)) formData.set(name, value);
    return { formMethod: "post" as const, formData };
  }

  for (const [what, failing] of Object.entries({ offline, proxyError })) {
    it(`stays after a link, which works again (${what})`, async () => {
      const { router, idle, where } = await open();
      const { loaderData } = router.state;
      network = failing;
      void router.navigate("/b");
      expect(router.state.navigation.state).toBe("loading");
      await idle();
      expect(where()).toBe("/a?tag=Poetry");
      expect(router.state).toMatchObject({ errors: null, loaderData });
      network = online;
      await router.navigate("/b");
      expect(where()).toBe("/b");
    });

    it(`stays after a form, which can be sent again (${what})`, async () => {
      const { router, idle, where } = await open();
      network = failing;
      void router.navigate("/b", form({ name: "Asha" }));
      expect(router.state.navigation.state).toBe("submitting");
      await idle();
      expect(where()).toBe("/a?tag=Poetry");
      expect(router.state).toMatchObject({ errors: null, actionData: null });
      network = online;
      await router.navigate("/b", form({ name: "Asha" }));
      expect(where()).toBe("/a?sent=1");
    });
  }

  it("answers a form that is answered in place with a new object each time", async () => {
    const { router } = await open();
    const answers = answersOf(router, "add");
    network = offline;
    for (const _ of [1, 2]) await router.fetch("add", "root", "/a", form({ stay: "on" }));
    expect(router.state).toMatchObject({ errors: null, loaderData: { a: "data of /a.data" } });
    expect([...answers]).toEqual([
      { ok: false, failed: true },
      { ok: false, failed: true },
    ]);
  });

  it("stays when the page's script fails before its data", async () => {
    const { router, idle, where } = await open();
    network = offline;
    const script = Object.assign(new TypeError("no module"), { isScriptMissing: true });
    scripts.fails = script;
    void router.navigate("/c");
    await idle();
    expect(where()).toBe("/a?tag=Poetry");
    expect(router.state.errors).toBeNull();
  });

  it("keeps its data when a revalidation fails", async () => {
    const { router, where } = await open();
    const { loaderData } = router.state;
    network = offline;
    await router.revalidate();
    expect(where()).toBe("/a?tag=Poetry");
    expect(router.state).toMatchObject({ errors: null, loaderData });
  });

  it("answers a list that loads more with failed", async () => {
    const { router } = await open();
    network = proxyError;
    const answers = answersOf(router, "more");
    await router.fetch("more", "root", "/b?page=1");
    expect([...answers]).toEqual([{ failed: true }]);
    expect(router.state.errors).toBeNull();
  });

  it("says that a form arrived when only the page after it fails", async () => {
    const { router, where } = await open();
    network = (path, method) => (method === "POST" ? online : offline)(path, method);
    await router.navigate("/b", form({}));
    expect(where()).toBe("/a?sent=1");
    const { root } = router.state.errors!;
    expect(root).toBeInstanceOf(ConnectionError);
    expect(root.message).toMatch(/^What you sent has arrived/);
  });

  it("shows the connection error when Back fails", async () => {
    const { router, where } = await open();
    network = offline;
    await router.navigate(-1);
    expect(where()).toBe("/b");
    expect(router.state.errors!.root).toBeInstanceOf(ConnectionError);
  });
});

describe("a page whose form is refused", () => {
  /** A page with an action that answers with this status. @returns what its loader has read, and the action's answer */
  async function post(status: number) {
    let reads = 0;
    const page = {
      id: "page",
      path: "page",
      loader: () => (reads += 1),
      action: () => data({ refused: true }, { status }),
    };
    const root = { id: "root", path: "/", middleware: [keepPage as never], children: [page] };
    const router = createMemoryRouter([root], { initialEntries: ["/page"] });
    connectRouter(router);
    await router.navigate("/page");
    const before = reads;
    await router.navigate("/page", { formMethod: "post", formData: new FormData() });
    const answered = router.state.actionData?.page as unknown;
    const byForm = reads - before;
    await router.fetch("in place", "page", "/page", { formMethod: "post", formData: new FormData() });
    return { answered, reads: [byForm, reads - before - byForm], shown: router.state.loaderData.page };
  }

  it.each([400, 404, 409, 429])(
    "loads what it shows again, once, and has the answer (%i)",
    async (status) => {
      const { answered, reads, shown } = await post(status);
      expect({ answered, reads }).toEqual({ answered: { refused: true }, reads: [1, 1] });
      expect(shown).toBeGreaterThan(2);
    },
  );

  it("loads once after a form that is answered with success", async () => {
    expect((await post(200)).reads).toEqual([1, 1]);
  });

  it("keeps what it has when the shop cannot answer: its data could not be read either", async () => {
    expect(await post(503)).toMatchObject({ answered: { refused: true }, reads: [0, 0] });
  });
});

describe("a form that another page overtakes", () => {
  /** What the network is asked, in order, while the form's answer is held back. */
  async function overtake(body: BodyInit) {
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = guardFetch(
      async (input, init) => {
        asked.push(`${init?.method ?? "GET"} ${(input as URL).pathname}`);
        init?.signal?.addEventListener("abort", () => asked.push("aborted"));
        if (init?.body) await held;
        return online((input as URL).pathname, "GET");
      },
      () => false,
    );
    const leaving = new AbortController();
    const url = (path: string) => new URL(`http://shop${path}.data`);
    const sent = slow(url("/cart"), { method: "POST", body, signal: leaving.signal });
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
    const next = slow(url("/checkout"), {});
    await new Promise((resolve) => setImmediate(resolve));
    asked.push("answered");
    release();
    await Promise.all([sent, next]);
    return asked;
  }

  it("is sent to its end, and the page is read after it", async () => {
    expect(await overtake(new URLSearchParams({ intent: "remove" }))).toEqual([
      "POST /cart.data",
      "answered",
      "GET /checkout.data",
    ]);
  });

  it("ends when it has files, and the page does not wait", async () => {
    expect(await overtake(new FormData())).toEqual([
      "POST /cart.data",
      "aborted",
      "GET /checkout.data",
      "answered",
    ]);
  });

  it("takes nothing from the page that overtook it when it gets no answer", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const ask = async ({ request }: { request: Request }) => {
      const init = { signal: request.signal, method: request.method };
      const body = request.method === "POST" ? { body: new URLSearchParams(await request.text()) } : {};
      return (await fails(new URL(`${request.url}.data`), { ...init, ...body })).text();
    };
    const fails = guardFetch(
      async (input, init) => {
        if (init?.method !== "POST") return online((input as URL).pathname, "GET");
        await held;
        throw new TypeError("Failed to fetch");
      },
      () => false,
    );
    const children = ["a", "b"].map((id) => ({ id, path: id, loader: ask, action: ask }));
    const root = { id: "root", path: "/", middleware: [keepPage as never], children };
    const router = createMemoryRouter([root], { initialEntries: ["/a"] });
    connectRouter(router);
    await router.navigate("/a");
    const formData = new FormData();
    const form = router.navigate("/a", { formMethod: "post", formData });
    await new Promise((resolve) => setImmediate(resolve));
    const link = router.navigate("/b");
    release();
    await Promise.all([form, link]);
    expect(router.state).toMatchObject({ location: { pathname: "/b" }, errors: null });
    expect(router.state.navigation.state).toBe("idle");
  });
});

describe("what counts as an answer", () => {
  const html = { "Content-Type": "text/html" };
  const text = { "Content-Type": "text/plain; charset=utf-8" };
  const cutOff = () =>
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError("network error"));
      },
    });

  it.each<[string, Response, string]>([
    ["a proxy's page", new Response("<h1>Bad gateway</h1>", { status: 502, headers: html }), ""],
    ["a hotspot's login page", new Response("<h1>Log in</h1>", { headers: html }), ""],
    ["an answer that is cut off", new Response(cutOff(), { headers: REMIX }), ""],
    ["a proxy's sentence", new Response("upstream", { status: 503, headers: text }), ""],
    [
      "the shop's sentence",
      new Response("The form is too large.\n", { status: 413, headers: { ...text, "X-Request-Id": "r2" } }),
      "The form is too large.",
    ],
    ["a list that failed", new Response("", { status: 500, headers: REMIX }), ""],
  ])("%s does not count", async (what, answer, sentence) => {
    network = () => answer;
    const failed = dataOf(what === "a list that failed" ? "/books" : "/cart");
    await expect(failed).rejects.toThrow(ConnectionError);
    await expect(failed).rejects.toMatchObject({ message: sentence });
  });

  it("an error of the shop counts, and its request id is kept for the error page", async () => {
    network = () => new Response("", { status: 500, headers: { ...REMIX, "X-Request-Id": "r3" } });
    expect((await dataOf("/cart")).status).toBe(500);
    expect(lastFailedRequest()).toBe("r3");
    network = online;
    await dataOf("/cart");
    expect(lastFailedRequest()).toBeNull();
  });

  it("other requests are not checked", async () => {
    network = proxyError;
    expect((await guarded(new URL("http://shop/admin/choices/authors"))).status).toBe(502);
  });
});
