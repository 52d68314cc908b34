import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { z } from "zod";
import { refusalIn } from "./refusal-toast";

const schema = z.object({ name: z.string("Author name is required"), place: z.string("Place is required") });
const submission = parseWithZod(new FormData(), { schema });

test("the sentence is the server's, of a field or of the form as a whole", () => {
  expect(refusalIn({ result: submission.reply() })).toBe("Author name is required");
  const both = {
    formErrors: ["Somebody else has changed it"],
    fieldErrors: { name: ["Author already exists"] },
  };
  expect(refusalIn({ result: submission.reply(both), version: 3, clash: { fields: [] } })).toBe(
    "Somebody else has changed it",
  );
  expect(refusalIn({ result: submission.reply({ fieldErrors: { name: ["Author already exists"] } }) })).toBe(
    "Author already exists",
  );
});

test.each([
  [{ errors: { "": null, remarks: ["Review must be at least 3 characters"] }, rating: "4" }],
  [{ coverErrors: ["Review must be at least 3 characters"] }],
  [{ error: "Review must be at least 3 characters" }],
  [{ message: null, rows: [{ problems: {} }, { problems: { to: "Review must be at least 3 characters" } }] }],
  [{ passkeyRefusal: "Review must be at least 3 characters", result: undefined }],
])("is read from %j", (answer) => {
  expect(refusalIn(answer)).toBe("Review must be at least 3 characters");
});

test.each([
  [null],
  [undefined],
  ["done"],
  [{ result: submission.reply({ resetForm: true }), previewed: { opening: "Hello" } }],
  [{ made: { id: 3, message: "The endpoint was added", secret: "s" } }],
  [{ added: { id: 4 }, errors: {}, alt: "A boat" }],
  [{ rows: [{ label: "Books", to: "/books", problems: {} }], message: null }],
])("nothing was refused in %j", (answer) => {
  expect(refusalIn(answer)).toBeNull();
});
