// For a shop that tests start: to be imported before the built shop, in the same process.
import argon2 from "@node-rs/argon2";
import SQLite from "better-sqlite3";

// Tests kill the shop, but not the machine, so it does not wait for the disk. app/db/database.test.ts tests the real
// setting.
const { pragma } = SQLite.prototype;
SQLite.prototype.pragma = function (source, options) {
  return pragma.call(this, source === "synchronous = FULL" ? "synchronous = OFF" : source, options);
};

// Hundreds of logins and two sample accounts per shop: passwords take little work here. The one hash with the real work is
// that of nobody, which the shop checks for unknown accounts. app/platform/secrets/passwords.server.test.ts tests the real work.
const { hash, verify } = argon2;
const LITTLE = { memoryCost: 8, timeCost: 1 };
const ofNobody = await hash(crypto.randomUUID(), LITTLE);
argon2.hash = (password, options) => hash(password, { ...options, ...LITTLE });
argon2.verify = (stored, password) => verify(stored.includes("m=8,") ? stored : ofNobody, password);
