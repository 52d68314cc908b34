import { expect, test } from "vitest";
import { gstState, isUnionTerritory, stateInAddress, stateOfGstin } from "./gst-states";
import { INDIAN_STATES } from "./indian-states";

test("every state has a unique code and is found by it", () => {
  const codes = INDIAN_STATES.map((name) => gstState(name)!.code);
  expect(new Set(codes).size).toBe(36);
  expect(codes.every((code) => /^\d\d$/.test(code))).toBe(true);
  for (const name of INDIAN_STATES)
    expect(stateOfGstin(`${gstState(name)!.code}ABCDE1234F1Z5`)?.name).toBe(name);
});

test("finds states in usual spellings, and nothing for other places", () => {
  expect(gstState(" TAMIL  nadu ")).toEqual({ name: "Tamil Nadu", code: "33" });
  expect(gstState("Orissa")).toEqual({ name: "Odisha", code: "21" });
  expect(gstState("Bavaria")).toBeNull();
  expect(stateOfGstin("")).toBeNull();
  expect(stateOfGstin("99ABCDE1234F1Z5")).toBeNull();
});

test("the state of a postal address is the last one named in it", () => {
  expect(stateInAddress("14 Residency Road, Bengaluru 560025, Karnataka")?.code).toBe("29");
  expect(stateInAddress("Kerala House\n3 Jantar Mantar Road\nDelhi – 110001")?.code).toBe("07");
  expect(stateInAddress("221B Baker Street, London")).toBeNull();
});

test("recognises the union territories without a legislature", () => {
  const named = INDIAN_STATES.filter((name) => isUnionTerritory(gstState(name)!));
  expect(named).toEqual([
    "Andaman and Nicobar Islands",
    "Chandigarh",
    "Dadra and Nagar Haveli and Daman and Diu",
    "Ladakh",
    "Lakshadweep",
  ]);
});
