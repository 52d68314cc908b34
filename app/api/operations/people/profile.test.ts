import { expect, test } from "vitest";
import { guestClient, sessionClient, tokenClient } from "~/test/api";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { testShop } from "~/test/shop";

const NEW = { password: "Monsoon-Verandah-9", confirmPassword: "Monsoon-Verandah-9" };

const shop = testShop();

test("a customer reads and changes their profile; fields that are left out or not theirs to set are unchanged", async () => {
  const { id, email } = await accountWithPassword(shop.db.write, PASSWORD);
  const client = await tokenClient(shop, id);
  const profile = async () => (await client.get<Record<string, unknown>>("/customer/profile")).body;
  const before = { firstName: "Asha", lastName: "Rao", email, emailConfirmed: true, newEmail: null };
  expect(await profile()).toEqual({ ...before, showRecommendations: true });
  expect((await client.post("/customer/profile", { showRecommendations: false })).body).toMatchObject({
    result: 1,
  });
  expect(await profile()).toEqual({ ...before, showRecommendations: false });
  await client.post("/customer/profile", { firstName: " Ila ", email: "x@example.com", role: "admin" });
  expect(await profile()).toEqual({ ...before, firstName: "Ila", showRecommendations: false });
  expect((await client.post("/customer/profile", { firstName: "" })).body).toMatchObject({
    result: 0,
    errors: { firstName: ["First name is required"] },
  });
  expect((await client.post("/customer/profile", { showRecommendations: "yes" })).status).toBe(400);
  expect((await client.post("/customer/profile", {})).body).toMatchObject({ result: 1 });
});

test("changing the password ends every token and session, the caller's too", async () => {
  const { id, email } = await accountWithPassword(shop.db.write, PASSWORD);
  const [client, other, page] = [
    await tokenClient(shop, id),
    await tokenClient(shop, id),
    await sessionClient(shop, id),
  ];
  const wrong = await client.post("/auth/change-password", { ...NEW, currentPassword: "Not-It-77" });
  expect(wrong).toMatchObject({
    status: 200,
    body: { result: 0, errors: { currentPassword: ["This is not your current password"] } },
  });
  const unequal = { currentPassword: PASSWORD, password: NEW.password, confirmPassword: "other" };
  expect((await client.post("/auth/change-password", unequal)).body).toMatchObject({
    msg: "Passwords do not match",
  });
  expect((await client.post("/auth/change-password", NEW)).status).toBe(400);
  for (const one of [client, other, page]) expect((await one.get("/customer/profile")).status).toBe(200);

  expect(
    (await client.post("/auth/change-password", { ...NEW, currentPassword: PASSWORD })).body,
  ).toMatchObject({
    result: 1,
    msg: "Your password has been changed. Please log in with the new one",
  });
  for (const one of [client, other, page]) expect((await one.get("/customer/profile")).status).toBe(401);
  const signIn = { username: email, password: NEW.password };
  expect((await guestClient(shop).post("/auth/authenticate", signIn)).status).toBe(200);
  // The new login has a number of its own: no earlier token is valid again by it.
  for (const one of [client, other, page]) expect((await one.get("/customer/profile")).status).toBe(401);
});
