import { expect, test } from "vitest";
import { isDiskFull } from "./disk-full";
import { named } from "~/db/postgres/away.server";

test("a full disk is known by the words of both engines and of the system", () => {
  const error = (code: string) => Object.assign(new Error("no room"), { code });
  expect(["SQLITE_FULL", "ENOSPC", "EDQUOT"].map((code) => isDiskFull(error(code)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isDiskFull(named(error("53100")))).toBe(true);
  for (const other of [error("SQLITE_BUSY"), named(error("53300")), error("ENOENT"), "ENOSPC", null])
    expect(isDiskFull(other)).toBe(false);
});
