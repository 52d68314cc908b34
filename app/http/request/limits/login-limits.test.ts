import { expect, test } from "vitest";
import { countLogin, deviceTokenOf, forgetFailures } from "./login-limits.server";

const request = new Request("http://localhost/login");

/** A failed login. @returns whether it was allowed */
async function tryLogin(ip: string, username: string, deviceToken?: string): Promise<boolean> {
  const { answer } = await countLogin(request, ip, username, { deviceToken });
  return answer.allowed;
}

test("limits a known device over all addresses, until a password reset", async () => {
  const [asha, ravi] = ["asha@example.in", "ravi@example.in"];
  const mark = deviceTokenOf(asha);
  for (let tries = 0; tries < 100; tries++)
    expect([tries, await tryLogin(`203.0.113.${tries}`, asha, mark)]).toEqual([tries, true]);
  expect(await tryLogin("203.0.113.200", asha, mark)).toBe(false);
  const again = { isSignedIn: true };
  expect((await countLogin(request, "203.0.113.201", asha, again)).answer.allowed).toBe(false);
  expect(await tryLogin("203.0.113.200", ravi, deviceTokenOf(ravi))).toBe(true);

  await forgetFailures("203.0.113.200", asha);
  expect(await tryLogin("203.0.113.200", asha, mark)).toBe(true);
});

test("successful logins of a known device do not add up", async () => {
  const email = "meera@example.in";
  for (let tries = 0; tries < 120; tries++) {
    const given = { deviceToken: deviceTokenOf(email) };
    const { answer, giveBack } = await countLogin(request, "203.0.113.1", email, given);
    expect([tries, answer.allowed]).toEqual([tries, true]);
    await giveBack();
  }
});

test("a device known to one account is unknown to all others", async () => {
  const victim = "sita@example.in";
  const mark = deviceTokenOf("attacker@example.in");
  for (let tries = 0; tries < 50; tries++)
    expect([tries, await tryLogin(`198.51.100.${tries}`, victim, mark)]).toEqual([tries, true]);
  expect(await tryLogin("198.51.100.200", victim, mark)).toBe(false);

  // The limit of one address holds over all accounts.
  for (let tries = 0; tries < 100; tries++) await tryLogin("192.0.2.1", `reader${tries}@example.in`, mark);
  expect(await tryLogin("192.0.2.1", "reader100@example.in", mark)).toBe(false);
});
