import { expect, test } from "vitest";
import { addressKey, giveBackToLimit, takeFromLimit, tooManyTries } from "./rate-limit.server";

test("refuses a key once it is used up, but not others", async () => {
  for (let tries = 0; tries < 10; tries++) {
    expect(await takeFromLimit("login", ["asha|10.0.0.1"])).toEqual({ allowed: true });
  }
  const refused = await takeFromLimit("login", ["asha|10.0.0.1"]);
  expect(refused).toMatchObject({ allowed: false });
  if (!refused.allowed) {
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
  }
  expect(await takeFromLimit("login", ["asha|10.0.0.2"])).toEqual({ allowed: true });
  expect(await takeFromLimit("reset", ["asha|10.0.0.1"])).toEqual({ allowed: true });
  expect(await takeFromLimit("login", ["new", "asha|10.0.0.1"])).toMatchObject({ allowed: false });
});

test("what strangers can have the shop store is counted for all addresses together, too", async () => {
  for (let tries = 0; tries < 500; tries++)
    expect(await takeFromLimit("wanted", [`203.0.${tries % 250}.${tries}`])).toEqual({ allowed: true });
  const refused = await takeFromLimit("wanted", ["198.51.100.1"]);
  expect(refused).toMatchObject({ allowed: false });
  expect(await takeFromLimit("newsletter", ["198.51.100.1"])).toEqual({ allowed: true });
});

test("does not count what was given back", async () => {
  for (let tries = 0; tries < 30; tries++) {
    expect(await takeFromLimit("login", ["ravi|10.0.0.1"])).toEqual({ allowed: true });
    await giveBackToLimit("login", ["ravi|10.0.0.1"]);
  }
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("the key of %s is %s", (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test("the message names the minutes to wait", () => {
  expect(tooManyTries(1)).toBe("Too many tries. Please wait a minute and try again.");
  expect(tooManyTries(61)).toBe("Too many tries. Please wait 2 minutes and try again.");
});
