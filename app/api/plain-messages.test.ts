import { beforeAll, describe, expect, test } from "vitest";
import "~/domain/kit/plain-issues";
import { requestFor, tokenFor } from "~/test/checks/api-calls";
import { createWorld, type World } from "~/test/checks/api-world";
import { checkedFetch } from "~/test/checks/api-contract";
import { allMessages, rawMessageIn } from "~/test/checks/raw-messages";
import { testShop } from "~/test/shop";
import { operations } from "./operations.server";

const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

test.each(named)("no wrong value of a field of %s meets the validator's own words", (_, { query, body }) => {
  const messages = [query, body].flatMap((schema) => (schema ? allMessages(schema) : []));
  expect(messages.filter(rawMessageIn)).toEqual([]);
});

describe("over the network", () => {
  const shop = testShop();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(shop);
  });

  const withJson = named.filter(([, { body, multipart }]) => body && !multipart);

  // `checkedFetch` looks for the validator's own words.
  test.each(withJson)("%s answers bodies with wrong fields in plain words", async (_, operation) => {
    const { path, init, body } = await requestFor(world, operation);
    const headers = {
      Authorization: `Bearer ${tokenFor(world, operation)}`,
      "Content-Type": "application/json",
    };
    const post = (value: unknown) =>
      checkedFetch(new URL(path, shop.origin), { ...init, headers, body: JSON.stringify(value) });
    const fields = Object.keys(body!);
    for (const wrong of [null, [{}]])
      expect((await post(Object.fromEntries(fields.map((field) => [field, wrong])))).status).toBeLessThan(
        500,
      );
    expect((await post("text")).status).toBe(400);
  });

  test("a message that is shown without its field names it", async () => {
    const [, operation] = withJson.find(([name]) => name === "POST /books/update")!;
    const { path, init, body } = await requestFor(world, operation);
    const headers = {
      Authorization: `Bearer ${tokenFor(world, operation)}`,
      "Content-Type": "application/json",
    };
    const post = async (fields: object) => {
      const answer = await checkedFetch(new URL(path, shop.origin), {
        ...init,
        headers,
        body: JSON.stringify({ ...body, ...fields }),
      });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await post({ format: "paper" })).toEqual({
      status: 200,
      result: 0,
      msg: expect.stringMatching(/^format must be one of: BC, BB, /),
      errors: { format: [expect.stringMatching(/^This must be one of: BC, BB, /)] },
    });
    expect(await post({ title: 5 })).toMatchObject({
      status: 400,
      result: 0,
      errors: { title: ["This must be text"] },
    });
  });
});
